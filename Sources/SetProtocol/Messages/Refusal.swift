/// Why a host did not do what a player asked.
///
/// A refusal changes nothing and costs nothing. The raw value is the code on the wire; the sentence
/// for people is made by ``sentence``.
package enum Refusal: String, CaseIterable, Hashable, Sendable, Error {
    case waitingForOpponent
    case waitingForReady
    case countdownRunning
    case gamePaused
    case gameOver
    case notYourTurn
    case alreadyYourTurn
    case claimFirst
    case noClaimNeeded
    case staleBoard
    case cardNotOnBoard
    case sameCardTwice
    case deckEmpty
    case finishYourTurn
    case nothingToPass
    case hintsOff
    case alreadyReady
    case nothingToAgree
    case opponentAway
    case onlyWatching
    case tooFast
    case badText
    case alreadyGreeted
    case unknownType

    /// What a person is told: what is the matter and what to do about it.
    package var sentence: String {
        switch self {
        case .waitingForOpponent: "Nobody sits opposite yet: wait for a second player."
        case .waitingForReady: "The game has not started: both players must be ready."
        case .countdownRunning: "The cards are about to be dealt: wait for the countdown."
        case .gamePaused: "The game is paused: it goes on when both players are ready."
        case .gameOver: "The game is over: say ready for another."
        case .notYourTurn: "It is the other player's turn: wait until it ends."
        case .alreadyYourTurn: "You have the turn already: pick three cards."
        case .claimFirst: "Claim first, then pick three cards."
        case .noClaimNeeded: "No claim is needed here: just pick three cards."
        case .staleBoard: "The cards had just changed: look again. It cost nothing."
        case .cardNotOnBoard: "That card is not on the board: pick one that is."
        case .sameCardTwice: "A set needs three different cards: one was named twice."
        case .deckEmpty: "The deck is empty: play on with the cards on the board."
        case .finishYourTurn: "You have the turn: pick three cards or pass before that."
        case .nothingToPass: "There is no turn of yours to pass."
        case .hintsOff: "This table plays without hints."
        case .alreadyReady: "You are ready already: wait for the other player."
        case .nothingToAgree: "Nobody has asked for anything you could agree to."
        case .opponentAway: "The other player is away: the game waits for them."
        case .onlyWatching: "You are watching: only the two players can do that."
        case .tooFast: "That was too much at once: wait a moment and try again."
        case .badText:
            "That text cannot be shown to everybody: use at most 200 bytes, at most two marks on a "
                + "letter, and no control characters."
        case .alreadyGreeted: "You have said hello already."
        case .unknownType: "The host does not know that kind of message."
        }
    }
}

/// Why a host ends a connection.
///
/// The raw value is the code on the wire.
package enum ConnectionError: String, CaseIterable, Hashable, Sendable, Error {
    case badMessage
    case lineTooLong
    case helloFirst
    case helloLate
    case unsupportedProtocol
    case badName
    case codeNeeded
    case unknownTable
    case nothingToWatch
    case tableFull
    case seatTaken
    case tokenUnknown
    case tooManyWatchers
    case hostFull
    case addressFull
    case crowdedOut
    case tooManyGuesses
    case tooOften
    case replaced
    case tooFast
    case tooSlow
    case silent
    case notReady
    case hostClosing

    /// What a person is told: what is the matter and what to do about it.
    package var sentence: String {
        switch self {
        case .badMessage: "The host could not read a message: check that both speak protocol 1."
        case .lineTooLong: "A message was longer than the host allows."
        case .helloFirst: "The first message must be hello."
        case .helloLate: "No hello came within five seconds: connect again."
        case .unsupportedProtocol: "The host speaks protocol 1: use a matching version of set-duel."
        case .badName: "That name cannot be shown: use up to 16 visible characters."
        case .codeNeeded: "This host asks for the code of its table: add it and join again."
        case .unknownTable: "There is no table with that code here: check the code."
        case .nothingToWatch: "There is no table to watch here yet: try again when one is open."
        case .tableFull: "Both seats of that table are taken: watch it, or leave the code out."
        case .seatTaken: "That seat is being kept for a player who lost the connection."
        case .tokenUnknown: "No seat is kept for that token: join anew without it."
        case .tooManyWatchers: "That table has as many watchers as it allows: try again later."
        case .hostFull: "The host has as many connections as it allows: try again later."
        case .addressFull:
            "The host takes no more connections from your address: close one, or try again later."
        case .crowdedOut: "Too many others came before you had said hello: connect again."
        case .tooManyGuesses:
            "Too many wrong codes came from your address: try again in a minute."
        case .tooOften: "You come and go too often: wait a moment and connect again."
        case .replaced: "You connected again from elsewhere: the newer connection plays on."
        case .tooFast: "Too many messages came at once: the host closed the connection."
        case .tooSlow: "The connection could not keep up: connect again to go on."
        case .silent: "Nothing was heard for too long: connect again to go on."
        case .notReady: "You were not ready in time: join again to play."
        case .hostClosing: "The host is closing."
        }
    }
}
