import SetProtocol

package struct JoinPlan: Equatable, Sendable {
    package var name: String
    package var endpoint: Endpoint
    /// `nil` for any table that waits for a player.
    package var table: TableCode?
    package var role: Hello.Role
}

struct JoinForm: MenuPage, Equatable {
    var form: ListView
    let role: Hello.Role
    private var usualAddress: String

    private static let (address, table, name) = (0, 1, 2)

    init(name: String, address: String = "", table: String = "", role: Hello.Role) {
        (self.role, usualAddress) = (role, address)
        form = ListView([
            .text("Address", address, limit: 200, placeholder: "such as 192.168.1.20:7381"),
            .text("Table code", table, limit: 12, placeholder: "optional"),
            .text("Name", name, limit: SafeText.nameColumns, isSelected: true),
            .button(role == .play ? "Join" : "Watch"),
        ])
    }

    /// An invitation may be pasted into any row.
    mutating func handle(_ event: InputEvent, in rect: Rect) -> ListView.Step {
        if case .paste(let text) = event, let invitation = Invitation(text) {
            let usual = usualAddress
            self = JoinForm(
                name: form.text(Self.name), address: invitation.address,
                table: invitation.table ?? form.text(Self.table), role: role)
            usualAddress = usual
            return .stay
        }
        if case .paste = event, !form.isTyping { form.select(Self.address) }
        return form.handle(event, in: rect)
    }

    /// The code in a command that was typed as the address.
    private var invitedTable: String? {
        form.text(Self.table).isEmpty ? Invitation(form.text(Self.address))?.table : nil
    }

    var explanation: String {
        switch form.row {
        case Self.address:
            usualAddress.isEmpty || form.text(Self.address) != usualAddress
                ? "Type the host's address or paste the set-duel join command."
                : "The host that you joined last."
                    + (role == .play ? " You return to your seat if it is kept." : "")
        case Self.table:
            invitedTable.map {
                "Leave it empty for \(SafeText.sanitized($0, limit: 12)), the code in the command."
            }
                ?? (role == .play
                    ? "Six characters, such as K7M2QX. Leave it empty to join any waiting player."
                    : "Six characters, such as K7M2QX. Leave it empty to watch any table.")
        case Self.name: "Your name at the table."
        case _: role == .play ? "Join this host." : "Watch without disturbing anyone."
        }
    }

    func choice() throws(FormFault) -> MainMenuChoice {
        let endpoint: Endpoint
        // Some terminals type what is pasted.
        let invitation = Invitation(form.text(Self.address))
        do {
            endpoint = try Endpoint(invitation?.address ?? form.text(Self.address))
        } catch {
            let sentence =
                error == .noHost
                ? "Enter the host's name or address, such as 192.168.1.20:7381."
                : error.sentence.asSentence
            throw FormFault(row: Self.address, sentence: sentence)
        }
        let typed = form.text(Self.table)
        let code = typed.isEmpty ? invitation?.table ?? "" : typed
        let table = TableCode(code)
        guard code.isEmpty || table != nil else {
            throw FormFault(
                row: Self.table, sentence: "Invalid table code: use six characters, such as K7M2QX."
            )
        }
        let name = try FormFault.name(form.text(Self.name), row: Self.name)
        return .end(.join(JoinPlan(name: name, endpoint: endpoint, table: table, role: role)))
    }
}

/// The line that a host shows for others to run: `set-duel join HOST:PORT --table CODE`.
struct Invitation: Equatable {
    let address: String
    let table: String?

    /// - Returns: `nil` for another text, such as an address alone.
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
