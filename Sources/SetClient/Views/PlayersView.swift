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
    func asking(_ proposal: Proposal) -> TableCommand.Words {
        let thing = proposal.words
        let isOwn = situation.ownProposal == proposal
        var menu =
            model.request.proposal == proposal
            ? "agree to \(thing)" : isOwn ? "cancel request for \(thing)" : "ask for \(thing)"
        let isAlone = model.rules.players == .one
        if isAlone { menu = proposal == .new ? "new game" : "pause" }
        let isOffered = isAlone && proposal == .new && table.phase == .open
        return TableCommand.Words(
            isOwn ? "cancel" : isOffered ? menu : nil, menu: table.isInPlay ? menu : nil)
    }
}
