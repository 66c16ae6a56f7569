import SetProtocol

/// What a player sees; there is none for a watcher.
///
/// A class, because every key command is asked about the same view in every frame: copying the
/// values each time cost a tenth of a frame.
final class PlayersView {
    let view: TableView
    let table: TableState
    let seat: Seat
    let situation: TablePerspective

    init?(_ view: TableView) {
        guard let table = view.model.table, let seat = view.model.seat else { return nil }
        (self.view, self.table, self.seat) = (view, table, seat)
        situation = TablePerspective(view.model, table)
    }

    var model: TableModel { view.model }

    /// To make a proposal, agree to it, or withdraw it.
    func asking(_ proposal: Proposal) -> String {
        let thing = proposal.words
        if model.request.proposal == proposal { return "agree to \(thing)" }
        return situation.ownProposal == proposal
            ? "cancel request for \(thing)" : "ask for \(thing)"
    }
}
