import SetProtocol

extension FileReader {
    /// How many keyboards of a player's own are read.
    static let keyboardLimit = 20

    /// The keyboards that the settings describe: those of the list `keyboards`, and the one that is
    /// written in place of a name under `keyboard`.
    mutating func keyboards(in members: [JSONNode.Member]) -> [Keyboard] {
        var nodes: [JSONNode] = []
        for member in members {
            switch (member.key, member.value.content) {
            case ("keyboard", .object): nodes.append(member.value)
            case ("keyboards", .array(let elements)): nodes += elements
            case ("keyboards", _):
                complain(
                    at: member.value.offset,
                    "\"keyboards\" must be an array of objects: [{ \"name\", \"rows\" }]")
            case _: break
            }
        }
        if nodes.count > Self.keyboardLimit {
            complain(
                at: nodes[Self.keyboardLimit].offset,
                "only the first \(Self.keyboardLimit) keyboards are read")
        }
        var keyboards: [Keyboard] = []
        for node in nodes.prefix(Self.keyboardLimit) {
            guard let keyboard = keyboard(node) else { continue }
            if keyboards.contains(where: { $0.name == keyboard.name }) {
                complain(at: node.offset, "duplicate keyboard \"\(keyboard.name)\"")
            } else {
                keyboards.append(keyboard)
            }
        }
        return keyboards
    }

    /// The keyboard to be used: one of a name, or the one that is written in its place.
    mutating func chosenKeyboard(
        _ node: JSONNode, _ what: String, among own: [Keyboard]
    ) -> Keyboard? {
        let all = Keyboard.builtIn + own
        if case .object(let members) = node.content {
            // What is wrong with it has been told already.
            let name = members.last { $0.key == "name" }?.value.content
            return own.first { name == .string($0.name) }
        }
        let name = choice(node, what, among: all.map(\.name))
        return all.first { $0.name == name }
    }

    /// One layout of a player's own.
    private mutating func keyboard(_ node: JSONNode) -> Keyboard? {
        let fields = object(node, "a keyboard", keys: ["name", "rows"])
        let nameNode = required(fields, "name", "the keyboard")
        guard let rowsNode = required(fields, "rows", "the keyboard"), let nameNode else {
            return nil
        }
        guard case .string(let name) = nameNode.content else {
            complain(at: nameNode.offset, KeyboardError.badName.sentence)
            return nil
        }
        guard case .array(let nodes) = rowsNode.content else {
            complain(at: rowsNode.offset, "\"rows\" must be an array of four strings")
            return nil
        }
        var rows: [String] = []
        for node in nodes {
            guard case .string(let row) = node.content else {
                complain(at: node.offset, "a row must be a string, such as \"qwertyuiop\"")
                return nil
            }
            rows.append(row)
        }
        do throws(KeyboardError) {
            return try Keyboard(name, rows: rows)
        } catch {
            let place: JSONNode =
                switch error {
                case .badName, .nameOfTheGame: nameNode
                case .rowCount: rowsNode
                case .rowLength, .unusable, .command, .shifted, .repeated:
                    error.row.map { nodes[$0] } ?? rowsNode
                }
            complain(at: place.offset, error.sentence)
            return nil
        }
    }
}
