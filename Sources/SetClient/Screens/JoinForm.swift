import SetProtocol

package struct JoinPlan: Equatable, Sendable {
    package var name: String
    package var endpoint: Endpoint
    /// `nil` for any table that waits for a player.
    package var table: TableCode?
    package var role: Hello.Role
}

struct JoinForm: MenuPage {
    var form: ListView
    let role: Hello.Role
    private var usualAddress: String
    /// The hosts on the local network, a row each above the others.
    private var hosts: [FoundHost] = []
    /// The same where each has a number instead, which is typed for the address.
    private var numbered: [FoundHost] = []
    private var isUntouched = true

    private var address: Int { hosts.count }
    private var table: Int { hosts.count + 1 }
    private var name: Int { hosts.count + 2 }

    init(name: String, address: String = "", table: String = "", role: Hello.Role) {
        (self.role, usualAddress) = (role, address)
        form = ListView([
            .text(
                "Address", TextField(address, limit: 200, placeholder: "such as 192.168.1.20:7381")),
            .text("Table code", TextField(table, limit: 12, placeholder: "optional")),
            .text("Name", TextField(name, limit: SafeText.nameColumns, isSelected: true)),
            .button(role == .play ? "Join" : "Watch"),
        ])
    }

    /// An invitation may be pasted into any row.
    mutating func handle(_ event: InputEvent, in rect: Rect) -> ListView.Step {
        isUntouched = false
        if case .paste(let text) = event, let invitation = Invitation(text) {
            let usual = usualAddress
            let found = hosts
            self = JoinForm(
                name: form.text(name), address: invitation.address,
                table: invitation.table ?? form.text(table), role: role)
            usualAddress = usual
            show(found)
            form.select(address)
            return .stay
        }
        // A player who types an address means no host that has come up meanwhile.
        if form.row < hosts.count, case .key(let key) = event,
            case .character(let letter) = key.code,
            letter != " ", key.modifiers.isSubset(of: .shift)
        {
            form.select(address)
        }
        if case .paste = event, !form.isTyping { form.select(address) }
        return form.handle(event, in: rect)
    }

    /// The code in a command that was typed as the address.
    private var invitedTable: String? {
        form.text(table).isEmpty ? Invitation(form.text(address))?.table : nil
    }

    /// Lists hosts; as long as nothing was done, the first one is highlighted that has a place for who
    /// asks, and one where somebody waits before others.
    mutating func show(_ found: [FoundHost]) {
        let (row, fields) = (form.row - hosts.count, form.rows.suffix(4))
        let chosen = hosts.dropFirst(form.row).first?.address
        let kept = found.firstIndex { $0.address == chosen }
        let open =
            found.firstIndex { role == .play && $0.status.waiting != nil }
            ?? found.firstIndex { role == .watch || $0.status.seats > 0 }
        hosts = found
        form = ListView(
            hosts.map { ListView.Row(label: $0.words(limit: 34), beginsGroup: true) } + fields,
            at: isUntouched ? open ?? 0 : kept ?? found.count + max(0, row))
    }

    /// Takes a number for a host instead of an address.
    mutating func number(_ found: [FoundHost]) { numbered = found }

    var explanation: String {
        switch form.row {
        case 0..<hosts.count: hosts[form.row].details
        case address where form.text(address).isEmpty && hosts.count == 1:
            "Enter joins the host above. Or type the address of another one."
        case address:
            usualAddress.isEmpty || form.text(address) != usualAddress
                ? "Type the host's address or paste the set-duel join command."
                : "The host that you joined last."
                    + (role == .play ? " You return to your seat if it is kept." : "")
        case table:
            invitedTable.map {
                "Leave it empty for \(SafeText.sanitized($0, limit: 12)), the code in the command."
            }
                ?? (role == .play
                    ? "Six characters, such as K7M2QX. Leave it empty to join any waiting player."
                    : "Six characters, such as K7M2QX. Leave it empty to watch any table.")
        case name: "Your name at the table."
        case _: role == .play ? "Join this host." : "Watch without disturbing anyone."
        }
    }

    func choice() throws(FormFault) -> MainMenuChoice {
        let name = try FormFault.name(form.text(name), row: name)
        let typed = form.text(address)
        let number = Int(typed) ?? 0
        let chosen =
            hosts.dropFirst(form.row).first
            ?? (number > 0 ? numbered.dropFirst(number - 1).first : nil)
            ?? (typed.isEmpty && hosts.count == 1 ? hosts[0] : nil)
        if let chosen, let endpoint = try? Endpoint("\(chosen.address)") {
            let table = TableCode(form.text(table))
            return .end(.join(JoinPlan(name: name, endpoint: endpoint, table: table, role: role)))
        }
        let endpoint: Endpoint
        // Some terminals type what is pasted.
        let invitation = Invitation(typed)
        do {
            endpoint = try Endpoint(invitation?.address ?? typed)
        } catch {
            let sentence =
                error == .noHost
                ? hosts.isEmpty
                    ? "Enter the host's name or address, such as 192.168.1.20:7381."
                    : "Choose a host above, or enter its address."
                : error.sentence.asSentence
            throw FormFault(row: address, sentence: sentence)
        }
        let code = form.text(table).isEmpty ? invitation?.table ?? "" : form.text(table)
        let table = TableCode(code)
        guard code.isEmpty || table != nil else {
            throw FormFault(
                row: self.table, sentence: "Invalid table code: use six characters, such as K7M2QX."
            )
        }
        return .end(.join(JoinPlan(name: name, endpoint: endpoint, table: table, role: role)))
    }
}

extension FoundHost {
    /// The machine and who waits there, for a list.
    func words(limit: Int) -> String {
        let machine = status.machine.map { SafeText.sanitized($0, limit: 16) } ?? ""
        let name = machine.isEmpty ? "\(address)" : machine
        let who =
            status.waiting.map { "\(SafeText.name($0)) waits" }
            ?? (status.seats > 0 ? "open" : "playing")
        return "\(name): \(who)".fitted(to: limit)
    }

    var details: String {
        let milliseconds = max(1, roundTrip.roundedMilliseconds)
        let rules = SafeText.sanitized(status.rules, limit: 60)
        return
            "\(address), rules: \(rules), \(status.seats.counted("free seat")), \(milliseconds) ms."
    }
}

/// The line that a host shows for others to run: `set-duel join HOST:PORT --table CODE`.
package struct Invitation: Equatable {
    package let address: String
    package let table: String?

    /// - Returns: `nil` for another text, such as an address alone.
    package init?(_ text: String) {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        let pairs = zip(words, words.dropFirst())
        let command = pairs.first { word, next in
            ["join", "watch"].contains(word) && (try? Endpoint(next)) != nil
        }
        guard let command else { return nil }
        address = command.1
        table = pairs.first { ["--table", "-t"].contains($0.0) }?.1
    }
}
