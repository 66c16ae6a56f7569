extension DuelTable {
    /// What happens while one player has the turn.
    static let turns = """
        ## claim0
        claim claimSet claimWrong claimForged claimTwice: refused alreadyYourTurn
        pickRight pickWrong pickBack: picked me -> turn of me claim 1
        pickForged: refused cardNotOnBoard
        deal: refused finishYourTurn
        pass: passed me claim -2 -> turn of other answer 0
        new: asked me new -> turn of me claim 0
        pause: asked me pause -> turn of me claim 0
        lost: away me -> turn of me claim 0
        otherLost: away other -> turn of me claim 0
        deadline: timeout me claim -2 -> turn of other answer 0

        ## claim1
        claim claimSet claimWrong claimForged claimTwice: refused alreadyYourTurn
        pickRight pickWrong: picked me -> turn of me claim 2
        pickBack: unpicked me -> turn of me claim 0
        pickForged: refused cardNotOnBoard
        deal: refused finishYourTurn
        pass: passed me claim -2 -> turn of other answer 0
        new: asked me new -> turn of me claim 1
        pause: asked me pause -> turn of me claim 1
        lost: away me -> turn of me claim 1
        otherLost: away other -> turn of me claim 1
        deadline: timeout me claim -2 -> turn of other answer 0

        ## claim2
        claim claimSet claimWrong claimForged claimTwice: refused alreadyYourTurn
        pickRight: set me +5 -> open with reveal
        pickWrong: mismatch me -2 -> turn of other answer 0
        pickBack: unpicked me -> turn of me claim 1
        pickForged: refused cardNotOnBoard
        deal: refused finishYourTurn
        pass: passed me claim -2 -> turn of other answer 0
        new: asked me new -> turn of me claim 2
        pause: asked me pause -> turn of me claim 2
        lost: away me -> turn of me claim 2
        otherLost: away other -> turn of me claim 2
        deadline: timeout me claim -2 -> turn of other answer 0

        ## answer0
        claim claimSet claimWrong claimForged claimTwice: refused alreadyYourTurn
        pickRight pickWrong pickBack: picked me -> turn of me answer 1
        pickForged: refused cardNotOnBoard
        deal: refused finishYourTurn
        pass: passed me answer -> open
        new: asked me new -> turn of me answer 0
        pause: asked me pause -> turn of me answer 0
        lost: away me -> turn of me answer 0
        otherLost: away other -> turn of me answer 0
        deadline: timeout me answer -> open

        ## answer1
        claim claimSet claimWrong claimForged claimTwice: refused alreadyYourTurn
        pickRight pickWrong: picked me -> turn of me answer 2
        pickBack: unpicked me -> turn of me answer 0
        pickForged: refused cardNotOnBoard
        deal: refused finishYourTurn
        pass: passed me answer -> open
        new: asked me new -> turn of me answer 1
        pause: asked me pause -> turn of me answer 1
        lost: away me -> turn of me answer 1
        otherLost: away other -> turn of me answer 1
        deadline: timeout me answer -> open

        ## answer2
        claim claimSet claimWrong claimForged claimTwice: refused alreadyYourTurn
        pickRight: set me +5 -> open with reveal
        pickWrong: mismatch me -2 -> open
        pickBack: unpicked me -> turn of me answer 1
        pickForged: refused cardNotOnBoard
        deal: refused finishYourTurn
        pass: passed me answer -> open
        new: asked me new -> turn of me answer 2
        pause: asked me pause -> turn of me answer 2
        lost: away me -> turn of me answer 2
        otherLost: away other -> turn of me answer 2
        deadline: timeout me answer -> open

        ## unlimitedAnswer
        claim claimSet claimWrong claimForged claimTwice: refused alreadyYourTurn
        pickRight pickWrong: picked me -> turn of me answer 2
        pickBack: unpicked me -> turn of me answer 0
        pickForged: refused cardNotOnBoard
        deal: refused finishYourTurn
        pass: passed me answer -> open
        new: asked me new -> turn of me answer 1
        pause: asked me pause -> turn of me answer 1
        lost: away me, timeout me answer, paused -> paused away
        otherLost: away other -> turn of me answer 1

        ## grace0
        claim claimSet claimWrong claimForged claimTwice: refused alreadyYourTurn
        pickRight pickWrong pickBack: picked me -> turn of me grace 1
        pickForged: refused cardNotOnBoard
        deal: refused finishYourTurn
        pass: passed me grace -> open
        new: asked me new -> turn of me grace 0
        pause: asked me pause -> turn of me grace 0
        lost: away me -> turn of me grace 0
        otherLost: away other -> turn of me grace 0
        deadline: timeout me grace -> open

        ## grace1
        claim claimSet claimWrong claimForged claimTwice: refused alreadyYourTurn
        pickRight pickWrong: picked me -> turn of me grace 2
        pickBack: unpicked me -> turn of me grace 0
        pickForged: refused cardNotOnBoard
        deal: refused finishYourTurn
        pass: passed me grace -> open
        new: asked me new -> turn of me grace 1
        pause: asked me pause -> turn of me grace 1
        lost: away me -> turn of me grace 1
        otherLost: away other -> turn of me grace 1
        deadline: timeout me grace -> open

        ## grace2
        claim claimSet claimWrong claimForged claimTwice: refused alreadyYourTurn
        pickRight: set me +4 -> open with reveal
        pickWrong: mismatch me -> open
        pickBack: unpicked me -> turn of me grace 1
        pickForged: refused cardNotOnBoard
        deal: refused finishYourTurn
        pass: passed me grace -> open
        new: asked me new -> turn of me grace 2
        pause: asked me pause -> turn of me grace 2
        lost: away me -> turn of me grace 2
        otherLost: away other -> turn of me grace 2
        deadline: timeout me grace -> open

        ## claimOtherAway
        otherLost: nothing
        claim claimSet claimWrong claimForged claimTwice: refused alreadyYourTurn
        pickRight: set me +5, paused -> paused away
        pickWrong: mismatch me -2, paused -> paused away
        pickBack: unpicked me -> turn of me claim 1
        pickForged: refused cardNotOnBoard
        deal: refused finishYourTurn
        pass: passed me claim -2, paused -> paused away
        new: asked me new -> turn of me claim 2
        pause: asked me pause -> turn of me claim 2
        lost: away me -> turn of me claim 2
        otherReturned: returned other -> turn of me claim 2
        deadline: timeout me claim -2, paused -> paused away

        ## otherClaim
        claim claimSet claimWrong claimForged claimTwice: refused notYourTurn, race won by other
        pickRight pickWrong pickBack pickForged deal: refused notYourTurn
        pass: refused nothingToPass
        new: asked me new -> turn of other claim 1
        pause: asked me pause -> turn of other claim 1
        lost: away me -> turn of other claim 1
        otherLost: away other -> turn of other claim 1
        deadline: timeout other claim -2 -> turn of me answer 0

        ## otherAnswer
        claim claimSet claimWrong claimForged claimTwice pickRight pickWrong pickBack \
            pickForged deal: refused notYourTurn
        pass: refused nothingToPass
        new: asked me new -> turn of other answer 1
        pause: asked me pause -> turn of other answer 1
        lost: away me -> turn of other answer 1
        otherLost: away other -> turn of other answer 1
        deadline: timeout other answer -> open

        ## otherGrace
        claim claimSet claimWrong claimForged claimTwice pickRight pickWrong pickBack \
            pickForged deal: refused notYourTurn
        pass: refused nothingToPass
        new: asked me new -> turn of other grace 1
        pause: asked me pause -> turn of other grace 1
        lost: away me -> turn of other grace 1
        otherLost: away other -> turn of other grace 1
        deadline: timeout other grace -> open
        """
}
