import Dispatch
import SetProtocol

extension Host {
    /// Opens the one table of a private host, unless an earlier host left it; `nil` for a host that
    /// is open to all.
    package func openPrivateTable() -> TableCode? {
        apply(.privateTableNeeded)
        return lobby.privateCode
    }

    /// Waits until the first player or watcher has been admitted to a table; `false` if the host
    /// was shut down before.
    package func playerArrived() async -> Bool { await hadPlayers.wait() ?? false }

    /// Counts the connected players without waiting for the host, which answers on its queue.
    package nonisolated func countPlayers(_ answer: @escaping @Sendable (Int) -> Void) {
        executor.queue.async { self.assumeIsolated { answer($0.presentPlayers) } }
    }

    private var presentPlayers: Int {
        tables.values.reduce(0) { count, table in
            let standing = table.assumeIsolated { $0.standing }
            return count + Seat.allCases.count { standing[$0]?.isPresent == true }
        }
    }

    /// Announces, on the host's queue, every state that a table publishes, and `nil` when it closes.
    package func onStates(_ announce: @escaping @Sendable (TableCode, TableState?) -> Void) {
        stateNotice = announce
        for table in tables.values { table.assumeIsolated { $0.stateNotice = announce } }
    }

    func open(_ code: TableCode, serial: Int, at now: MonotonicInstant) {
        let header = options.header(of: code, serial: serial, using: &random)
        _ = place(header, journals.map { TableJournal(header, in: $0) }, at: now)
    }

    func place(
        _ header: JournalHeader, _ journal: TableJournal?, at now: MonotonicInstant
    ) -> Table {
        let code = header.table
        let table = Table(
            header, journal: journal, opening: now, options: options, executor: executor
        ) { [weak self] news in
            self?.assumeIsolated { $0.receive(news, of: code) }
        }
        tables[code] = table
        if let stateNotice { table.assumeIsolated { $0.stateNotice = stateNotice } }
        return table
    }

    private func receive(_ news: TableNews, of code: TableCode) {
        switch news {
        case .changed(let overview): apply(.tableChanged(code, overview))
        case .moved(let id, let seat): apply(.moved(id, to: seat, at: code))
        case .logged(let event): write(event, at: MonotonicClock.now)
        case .closed:
            tables[code] = nil
            stateNotice?(code, nil)
            apply(.tableClosed(code))
        }
    }

    func ask(
        _ table: Table?, toAdmit id: ConnectionID, _ hello: Hello, at now: MonotonicInstant
    ) -> TableAnswer {
        guard let table, let connection = connections[id] else { return .failure(.unknownTable) }
        let answer = table.assumeIsolated { table in
            table.admit(connection, id, with: hello, at: now) { [weak self] in
                self?.assumeIsolated { $0.closed(id) }
            }
        }
        guard case .success = answer else { return answer }
        connection.lineLimit = options.limits.lineBytes
        connections[id] = nil
        hadPlayers.happen(true)
        return answer
    }
}
