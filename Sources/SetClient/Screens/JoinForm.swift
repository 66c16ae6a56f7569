import SetProtocol

/// Whose table is wanted, and what for.
package struct JoinPlan: Hashable, Sendable {
    /// What the player is called.
    package var name: String
    /// The host.
    package var endpoint: Endpoint
    /// The table; `nil` for the one that waits for a player.
    package var table: TableCode?
    /// To play or to watch.
    package var role: Hello.Role

    /// A plan from its parts.
    package init(name: String, endpoint: Endpoint, table: TableCode?, role: Hello.Role) {
        (self.name, self.endpoint, self.table, self.role) = (name, endpoint, table, role)
    }
}

/// What is asked before a table is joined.
struct JoinForm: Hashable, Sendable {
    private(set) var form: Form
    let role: Hello.Role

    private static let (address, table, name) = (0, 1, 2)

    init(name: String, address: String = "", table: String = "", role: Hello.Role) {
        self.role = role
        form = Form([
            .init(
                label: "Address",
                control: .text(TextField(address, limit: 200), placeholder: "192.168.1.20:7381")),
            .init(
                label: "Table code",
                control: .text(TextField(table, limit: 12), placeholder: "optional")),
            .init(
                label: "Name",
                control: .text(TextField(name, limit: SafeText.nameColumns), placeholder: "")),
            .init(label: role == .play ? "Join" : "Watch", control: .button),
        ])
    }

    /// Takes what the player did; a whole line of invitation may be pasted anywhere.
    mutating func handle(_ event: InputEvent, in rect: Rect) -> Form.Step {
        if case .paste(let text) = event, let invitation = Invitation(text) {
            self = JoinForm(
                name: form.text(Self.name), address: invitation.address,
                table: invitation.table ?? form.text(Self.table), role: role)
            return .stay
        }
        return form.handle(event, in: rect)
    }

    /// A line about the row that has the keys.
    var explanation: String {
        switch form.focus {
        case Self.address:
            "Type the host's address or paste the invitation line."
        case Self.table:
            role == .play
                ? "Six letters and digits. Leave empty to join any waiting player."
                : "Six letters and digits. Leave empty to watch any table."
        case Self.name: "Your name at the table."
        case _: role == .play ? "Take a seat there." : "Watch without disturbing anyone."
        }
    }

    /// What has been filled in, or the row that is wrong and why.
    func plan() throws(FormFault) -> JoinPlan {
        let endpoint: Endpoint
        do {
            endpoint = try Endpoint(form.text(Self.address))
        } catch {
            let sentence =
                error == .noHost
                ? "Enter the host's name or address, such as 192.168.1.20:7381."
                : error.sentence.asSentence
            throw FormFault(row: Self.address, sentence: sentence)
        }
        let code = form.text(Self.table)
        let table = TableCode(code)
        guard code.isEmpty || table != nil else {
            throw FormFault(
                row: Self.table,
                sentence: "Invalid table code: use six letters and digits.")
        }
        let name = try FormFault.name(form.text(Self.name), row: Self.name)
        return JoinPlan(name: name, endpoint: endpoint, table: table, role: role)
    }

    /// Gives a row the keys.
    mutating func point(at row: Int) { form.point(at: row) }
}

/// A line that a host shows to be passed on: `set-duel join HOST:PORT --table CODE`.
struct Invitation: Hashable {
    let address: String
    let table: String?

    /// Reads a pasted line.
    ///
    /// - Returns: `nil` when it is something else, such as an address alone.
    init?(_ text: String) {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        func isAddress(_ place: Int) -> Bool {
            guard words.indices.contains(place) else { return false }
            return (try? Endpoint(words[place])) != nil
        }
        guard
            let place = words.indices.first(where: {
                ["join", "watch"].contains(words[$0]) && isAddress($0 + 1)
            })
        else { return nil }
        address = words[place + 1]
        let option = words.firstIndex { $0 == "--table" || $0 == "-t" }
        table = option.flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
    }
}
