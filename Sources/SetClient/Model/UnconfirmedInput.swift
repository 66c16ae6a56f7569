import SetProtocol

/// What a player has asked for and no state of the host shows yet.
///
/// Input belongs to what its player has asked for last, not to the state that the client happens to
/// have. So cards and a pass that follow a claim are meant for its turn, and picks count from the press
/// on: over a slow connection, and while the host still waits for a rival, nothing typed is lost.
struct UnconfirmedInput: Equatable, Sendable {
    /// A claim that has been sent and not yet answered.
    struct Claim: Equatable, Sendable {
        let board: BoardNumber
        /// The cards to pick once it is granted, or those that it carries.
        var picks: [Card]
        /// Whether it carries its three cards.
        let isWhole: Bool
        /// Whether its turn is to be passed after these picks.
        var passes = false
    }

    private(set) var claim: Claim?
    /// Picks and unpicks sent in this player's turn, the oldest first.
    private(set) var picks: [Card] = []
    /// The board on which a deal has been requested.
    var deal: BoardNumber?
    /// How many marks the last claim picked.
    private(set) var pickedMarks = 0
    /// How many claims are lost for sure whose refusals are still on their way.
    private var lostClaims = 0

    mutating func begin(_ claim: Claim) { (self.claim, pickedMarks) = (claim, claim.picks.count) }

    /// Picks or unpicks a card in the claim's turn to come; three picks will be judged.
    mutating func touch(_ card: Card) {
        guard let picks = claim?.picks, claim?.isWhole == false, claim?.passes == false,
            picks.count < 3
        else { return }
        claim?.picks.toggle(card)
    }

    mutating func pass() { claim?.passes = true }

    mutating func clear() {
        guard claim?.isWhole == false else { return }
        claim?.picks = []
        claim?.passes = false
    }

    mutating func sent(_ card: Card) { picks.append(card) }

    /// A selection with what has been sent since.
    func applied(to selection: [Card]) -> [Card] {
        picks.reduce(into: selection) { $0.toggle($1) }
    }

    /// Ends the claim, if there is one; unless the host has answered it, its refusal follows.
    mutating func endClaim(isAnswered: Bool) -> Claim? {
        if isAnswered, lostClaims > 0 {
            lostClaims -= 1
            return nil
        }
        defer { claim = nil }
        if !isAnswered, claim != nil { lostClaims += 1 }
        return claim
    }

    /// Begins this player's turn with the cards that were picked for it.
    mutating func turnBegan() {
        claim = nil
        (picks, lostClaims) = ([], 0)
    }

    /// Notes what a state shows of it.
    mutating func update(_ event: TableEvent?, by seat: Seat?, isTurn: Bool) {
        if event?.isOfPlay == true { deal = nil }
        switch event {
        case .picked(seat, let card), .unpicked(seat, let card, _):
            if let index = picks.firstIndex(of: card) { picks.remove(at: index) }
        case _: break
        }
        if !isTurn { picks = [] }
    }

    mutating func refused(_ request: ClientMessage.MessageType?) {
        if request == .pick, !picks.isEmpty { picks.removeFirst() }
        if request == .deal { deal = nil }
    }
}

extension [Card] {
    fileprivate mutating func toggle(_ card: Card) {
        if let index = firstIndex(of: card) { remove(at: index) } else { append(card) }
    }
}
