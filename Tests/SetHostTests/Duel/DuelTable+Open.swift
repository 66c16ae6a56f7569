extension DuelTable {
    /// What happens before the first cards and before they lie face up again.
    static let beforeTheCards = """
        ## alone
        otherLost otherGone: nothing
        claim claimStale claimSet claimWrong claimForged claimTwice pickRight pickWrong \
            pickBack pickForged deal dealStale pass hint pause resign: refused waitingForOpponent
        ready new: ready me -> waiting
        leave: close -> waiting
        lost: away me -> waiting
        newcomer: joined other -> waiting

        ## seated
        claim claimStale claimSet claimWrong claimForged claimTwice pickRight pickWrong \
            pickBack pickForged deal dealStale pass hint pause resign: refused waitingForReady
        ready new: ready me -> waiting
        leave: left me -> waiting
        lost: away me -> waiting
        otherLost: away other -> waiting
        otherGone: left other -> waiting

        ## meReady
        claim claimStale claimSet claimWrong claimForged claimTwice pickRight pickWrong \
            pickBack pickForged deal dealStale pass hint pause resign: refused waitingForReady
        ready new: refused alreadyReady
        leave: left me -> waiting
        lost: away me -> waiting
        otherLost: away other -> waiting
        otherGone: left other -> waiting

        ## countdown
        claim claimStale claimSet claimWrong claimForged claimTwice pickRight pickWrong \
            pickBack pickForged deal dealStale pass hint ready new pause: refused countdownRunning
        lost: away me -> countdown to start
        otherLost: away other -> countdown to start
        deadline: started -> open

        ## resuming
        claim claimStale claimSet claimWrong claimForged claimTwice pickRight pickWrong \
            pickBack pickForged deal dealStale pass hint ready new pause: refused countdownRunning
        lost: away me -> countdown to resume
        otherLost: away other -> countdown to resume
        deadline: resumed -> open
        """

    /// What happens while anybody may claim.
    static let openPlay = """
        ## open
        claim: claimed me -> turn of me claim 0
        claimSet: claimed me, picked me, picked me, set me +5 -> open with reveal
        claimWrong: claimed me, picked me, picked me, mismatch me -2 -> turn of other answer 0
        claimForged: refused cardNotOnBoard
        claimTwice: refused sameCardTwice
        pickRight pickWrong pickBack pickForged: refused claimFirst
        deal: dealt me 3 with 2 sets there -2 -> turn of other grace 0
        pass: refused nothingToPass
        new: asked me new -> open
        pause: asked me pause -> open
        lost: away me, paused -> paused away
        otherLost: away other, paused -> paused away

        ## deckEmpty
        claim: claimed me -> turn of me claim 0
        claimSet: claimed me, picked me, picked me, set me +5 -> open with reveal
        claimWrong: claimed me, picked me, picked me, mismatch me -2 -> turn of other answer 0
        claimForged: refused cardNotOnBoard
        claimTwice: refused sameCardTwice
        pickRight pickWrong pickBack pickForged: refused claimFirst
        deal: refused deckEmpty
        pass: refused nothingToPass
        new: asked me new -> open
        pause: asked me pause -> open
        lost: away me, paused -> paused away
        otherLost: away other, paused -> paused away

        ## otherShowsMatch
        claimStale: refused staleBoard
        claim: refilled 3, claimed me -> turn of me claim 0
        claimSet: refilled 3, claimed me, picked me, picked me, set me +5 -> open with reveal
        claimWrong: refilled 3, claimed me, picked me, picked me, mismatch me -2 -> turn of \
            other answer 0
        claimForged pickForged: refused cardNotOnBoard
        claimTwice: refused sameCardTwice
        pickRight pickWrong pickBack deal deadline: refilled 3 -> open
        pass: refused nothingToPass
        new: asked me new -> open with reveal
        pause: asked me pause -> open with reveal
        lost: away me, paused -> paused away
        otherLost: away other, paused -> paused away

        ## iShowMatch
        claim: refilled 3, claimed me -> turn of me claim 0
        claimSet: refilled 3, claimed me, picked me, picked me, set me +5 -> open with reveal
        claimWrong: refilled 3, claimed me, picked me, picked me, mismatch me -2 -> turn of \
            other answer 0
        claimForged pickForged: refused cardNotOnBoard
        claimTwice: refused sameCardTwice
        pickRight pickWrong pickBack deal deadline: refilled 3 -> open
        pass: refused nothingToPass
        new: asked me new -> open with reveal
        pause: asked me pause -> open with reveal
        lost: away me, paused -> paused away
        otherLost: away other, paused -> paused away

        ## mismatchLit
        claim: claimed me -> turn of me claim 0
        claimSet: claimed me, picked me, picked me, set me +5 -> open with reveal
        claimWrong: claimed me, picked me, picked me, mismatch me -2 -> turn of other answer 0
        claimForged: refused cardNotOnBoard
        claimTwice: refused sameCardTwice
        pickRight pickWrong pickBack pickForged: refused claimFirst
        deal: dealt me 3 with 2 sets there -2 -> turn of other grace 0
        pass: refused nothingToPass
        new: asked me new -> open
        pause: asked me pause -> open
        lost: away me, paused -> paused away
        otherLost: away other, paused -> paused away

        ## lastMatchShown
        claimStale: refused staleBoard
        deal pickBack resign deadline: refilled 0, over -> over by points for other
        claim claimSet claimWrong claimForged claimTwice: refused gameOver
        pickRight pickWrong pickForged: refused cardNotOnBoard
        pass: refused nothingToPass
        new: refilled 0, over, ready me -> over by points for other
        pause: asked me pause -> open with reveal
        leave: refilled 0, over, left me -> over by points for other
        lost: away me, refilled 0, over -> over by points for other
        otherLost: away other, refilled 0, over -> over by points for other
        otherGone: refilled 0, over, left other -> over by points for other

        ## otherAsksNew
        claim: claimed me -> turn of me claim 0
        claimSet: claimed me, picked me, picked me, set me +5 -> open with reveal
        claimWrong: claimed me, picked me, picked me, mismatch me -2 -> turn of other answer 0
        claimForged: refused cardNotOnBoard
        claimTwice: refused sameCardTwice
        pickRight pickWrong pickBack pickForged: refused claimFirst
        deal: dealt me 3 with 2 sets there -2 -> turn of other grace 0
        decline: declined other new -> open
        deadline: lapsed other new -> open
        pass: refused nothingToPass
        new: countdown -> countdown to start
        pause: asked me pause -> open
        lost: away me, paused -> paused away
        otherLost: away other, paused -> paused away

        ## otherAsksPause
        claim: claimed me -> turn of me claim 0
        claimSet: claimed me, picked me, picked me, set me +5 -> open with reveal
        claimWrong: claimed me, picked me, picked me, mismatch me -2 -> turn of other answer 0
        claimForged: refused cardNotOnBoard
        claimTwice: refused sameCardTwice
        pickRight pickWrong pickBack pickForged: refused claimFirst
        deal: dealt me 3 with 2 sets there -2 -> turn of other grace 0
        decline: declined other pause -> open
        deadline: lapsed other pause -> open
        pass: refused nothingToPass
        ready pause: paused -> paused agreed
        new: asked me new -> open
        lost: away me, paused -> paused away
        otherLost: away other, paused -> paused away

        ## suddenDeath
        claim: claimed me -> turn of me claim 0
        claimSet: claimed me, picked me, picked me, set me +5 -> open with reveal
        claimWrong: claimed me, picked me, picked me, mismatch me -2 -> turn of other answer 0
        claimForged: refused cardNotOnBoard
        claimTwice: refused sameCardTwice
        pickRight pickWrong pickBack pickForged: refused claimFirst
        deal: dealt me 3 with 2 sets there -2 -> turn of other grace 0
        pass: refused nothingToPass
        new: asked me new -> open
        pause: asked me pause -> open
        lost: away me, paused -> paused away
        otherLost: away other, paused -> paused away

        ## suddenDeathMatch
        pickRight pickWrong pickBack deal resign deadline: refilled 3, over \
            -> over by suddenDeath for me
        claim claimSet claimWrong claimForged claimTwice: refused gameOver
        pickForged: refused cardNotOnBoard
        pass: refused nothingToPass
        new: refilled 3, over, ready me -> over by suddenDeath for me
        pause: asked me pause -> open with reveal
        leave: refilled 3, over, left me -> over by suddenDeath for me
        lost: away me, refilled 3, over -> over by suddenDeath for me
        otherLost: away other, refilled 3, over -> over by suddenDeath for me
        otherGone: refilled 3, over, left other -> over by suddenDeath for me
        """
}
