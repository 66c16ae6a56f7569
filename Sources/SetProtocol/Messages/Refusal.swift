/// Why a host did not do what a player asked.
///
/// A refusal changes nothing and costs nothing. The raw value is the code on the wire.
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
    case noQueue
    case tooFast
    case badText
    case alreadyGreeted
    case unknownType

    package var sentence: String {
        switch self {
        case .waitingForOpponent: "Wait for another player to sit down."
        case .waitingForReady: "The game starts when both are ready."
        case .countdownRunning: "Wait for the countdown to end."
        case .gamePaused: "The game is paused: resume it first."
        case .gameOver: "The game is over: get ready for another."
        case .notYourTurn: "Wait for the other player's turn to end."
        case .alreadyYourTurn: "It is your turn: pick three cards."
        case .claimFirst: "Claim first, then pick three cards."
        case .noClaimNeeded: "No claim is needed: pick three cards."
        case .staleBoard: "The cards just changed. No points lost."
        case .cardNotOnBoard: "That card is not on the board."
        case .sameCardTwice: "Name three different cards."
        case .deckEmpty: "The deck is empty: search the board."
        case .finishYourTurn: "Your turn: pick three cards or pass."
        case .nothingToPass: "There is nothing to pass now."
        case .hintsOff: "Hints are off at this table."
        case .alreadyReady: "You are ready: please wait."
        case .nothingToAgree: "There is no request to agree to."
        case .opponentAway: "The other player is away: please wait."
        case .onlyWatching: "Watchers cannot do that."
        case .noQueue: "Players keep their seats at this table."
        case .tooFast: "Too fast: wait, then try again."
        case .badText:
            "Message not sent: too long or invalid."
        case .alreadyGreeted: "You already sent hello."
        case .unknownType: "Unknown message type."
        }
    }
}

/// Why a host ends a connection; the raw value is the code on the wire.
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

    package var sentence: String {
        switch self {
        case .badMessage: "The host could not read a message. Both programs must use protocol 1."
        case .lineTooLong: "A message was too long for the host."
        case .helloFirst: "The first message must be hello."
        case .helloLate: "The host received no hello within five seconds: connect again."
        case .unsupportedProtocol: "The host uses protocol 1: use a matching version of set-duel."
        case .badName: "Invalid name: use \(SafeText.nameRule)."
        case .codeNeeded: "This host is private: name its table code."
        case .unknownTable: "Unknown table code: check it and try again."
        case .nothingToWatch: "There is no table to watch yet: try again later."
        case .tableFull: "That table is full: watch it, or join without a code."
        case .seatTaken: "That seat is reserved for a disconnected player."
        case .tokenUnknown: "Your seat is gone: join again to get a new one."
        case .tooManyWatchers: "That table has too many watchers: try again later."
        case .hostFull: "The host is full: try again later."
        case .addressFull:
            "Too many connections from your address: close one and try again."
        case .crowdedOut: "The host is busy: connect again."
        case .tooManyGuesses:
            "Too many wrong codes from your address: wait a minute."
        case .tooOften: "You are reconnecting too often: wait a moment and try again."
        case .replaced: "You connected from somewhere else. This connection is closed."
        case .tooFast: "You sent too many messages: the host disconnected you."
        case .tooSlow: "Your connection is too slow: connect again to continue."
        case .silent: "Your client stopped responding: connect again to continue."
        case .notReady: "You were not ready in time: join again to play."
        case .hostClosing: "The host is closing."
        }
    }
}
