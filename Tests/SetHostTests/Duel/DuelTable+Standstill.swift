extension DuelTable {
    /// What happens while the game is paused, and afterward.
    static let standstill = """
        ## paused
        claim claimStale claimSet claimWrong claimForged claimTwice pickRight pickWrong \
            pickBack pickForged deal dealStale pass hint pause: refused gamePaused
        ready: ready me -> paused agreed
        new: asked me new -> paused agreed
        lost: away me -> paused agreed
        otherLost: away other -> paused agreed

        ## away
        otherLost: nothing
        claim claimStale claimSet claimWrong claimForged claimTwice pickRight pickWrong \
            pickBack pickForged deal dealStale pass hint ready pause: refused opponentAway
        new: asked me new -> paused away
        lost: away me -> paused away
        otherReturned: returned other, countdown -> countdown to resume
        deadline: released other -> paused away

        ## released
        otherLost: nothing
        claim claimStale claimSet claimWrong claimForged claimTwice pickRight pickWrong \
            pickBack pickForged deal dealStale pass hint ready pause: refused opponentAway
        new resign: left other -> over by left for me
        leave: close -> paused away
        lost: away me -> paused away
        otherReturned: returned other, countdown -> countdown to resume
        deadline: countdown -> countdown to resume

        ## over
        claim claimStale claimSet claimWrong claimForged claimTwice pickRight pickWrong \
            pickBack pickForged deal dealStale pass hint pause resign: refused gameOver
        ready new: ready me -> over by resigned for me
        leave: left me -> over by resigned for me
        lost: away me -> over by resigned for me
        otherLost: away other -> over by resigned for me
        otherGone: left other -> over by resigned for me

        ## overMeReady
        claim claimStale claimSet claimWrong claimForged claimTwice pickRight pickWrong \
            pickBack pickForged deal dealStale pass hint pause resign: refused gameOver
        ready new: refused alreadyReady
        leave: left me -> over by resigned for me
        lost: away me -> over by resigned for me
        otherLost: away other -> over by resigned for me
        otherGone: left other -> over by resigned for me

        ## overAlone
        otherLost otherGone: nothing
        claim claimStale claimSet claimWrong claimForged claimTwice pickRight pickWrong \
            pickBack pickForged deal dealStale pass hint pause resign: refused gameOver
        ready new: ready me -> over by resigned for me
        leave: close -> over by resigned for me
        lost: away me -> over by resigned for me
        newcomer: joined other -> waiting
        """

    /// What happens in a game for one.
    static let alone = """
        ## soloOpen
        otherLost otherGone: nothing
        claim claimSet claimWrong claimForged claimTwice: refused noClaimNeeded
        pickRight pickWrong pickBack: picked me -> open
        pickForged: refused cardNotOnBoard
        deal: dealt me 3 with 2 sets there -2 -> open
        pass: refused nothingToPass
        hint: hint of 1 to me, hinted me 1 -1 -> open
        new: started -> open
        pause: paused -> paused agreed
        resign: resigned me -> over by resigned for no one
        leave: close -> open
        lost: away me, paused -> paused away

        ## soloTwo
        otherLost otherGone: nothing
        claim claimSet claimWrong claimForged claimTwice: refused noClaimNeeded
        pickRight: set me +5 -> open with match
        pickWrong: mismatch me -2 -> open
        pickBack: unpicked me -> open
        pickForged: refused cardNotOnBoard
        deal: dealt me 3 with 2 sets there -2 -> open
        pass: refused nothingToPass
        hint: hint of 1 to me, hinted me 1 -1 -> open
        new: started -> open
        pause: paused -> paused agreed
        resign: resigned me -> over by resigned for no one
        leave: close -> open
        lost: away me, paused -> paused away

        ## soloMatch
        otherLost otherGone: nothing
        claim claimSet claimWrong claimForged claimTwice: refused noClaimNeeded
        pickRight pickWrong: refilled 3, picked me -> open
        pickBack deal: refilled 3 -> open
        pickForged: refused cardNotOnBoard
        pass: refused nothingToPass
        hint: hint of 1 to me, hinted me 1 -1 -> open with match
        new: started -> open
        pause: paused -> paused agreed
        resign: resigned me -> over by resigned for no one
        leave: close -> open with match
        lost: away me, paused -> paused away

        ## soloMismatch
        otherLost otherGone: nothing
        claim claimSet claimWrong claimForged claimTwice: refused noClaimNeeded
        pickRight pickWrong pickBack: picked me -> open
        pickForged: refused cardNotOnBoard
        deal: dealt me 3 with 2 sets there -2 -> open
        pass: refused nothingToPass
        hint: hint of 1 to me, hinted me 1 -1 -> open
        new: started -> open
        pause: paused -> paused agreed
        resign: resigned me -> over by resigned for no one
        leave: close -> open
        lost: away me, paused -> paused away

        ## soloAway
        lost otherLost otherGone hello: nothing
        claim claimStale claimSet claimWrong claimForged claimTwice pickRight pickWrong \
            pickBack pickForged deal dealStale pass hint ready pause decline new resign leave say: nothing
        deadline: close -> paused away
        returned: returned me, resumed -> open
        """
}
