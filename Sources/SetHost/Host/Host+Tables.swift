import SetProtocol

// MARK: - Tables

extension Host {
    /// Opens a table, and begins its journal.
    func open(_ code: TableCode, serial: Int, at now: MonotonicInstant) {
        let seed =
            options.seed.map { ShuffleSeed(number: $0 &+ UInt64(serial)) }
            ?? ShuffleSeed(number: random.next(), salt: Salt(using: &random))
        let header = JournalHeader(
            table: code, serial: serial, isPrivate: options.isPrivate,
            opened: options.journal?.clock() ?? WallClock.now,
            rules: options.rules, seed: seed)
        _ = place(header, journals.map { TableJournal(header, in: $0) }, at: now)
    }

    /// Adds a table.
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
        return table
    }

    private func receive(_ news: TableNews, of code: TableCode) {
        switch news {
        case .changed(let overview): apply(.tableChanged(code, overview))
        case .logged(let event): write(event, at: MonotonicClock.now)
        case .closed:
            tables[code] = nil
            apply(.tableClosed(code))
        }
    }

    /// Lets a table decide about a newcomer.
    func ask(
        _ table: Table?, toAdmit id: ConnectionID, _ hello: Hello, at now: MonotonicInstant
    ) -> TableAnswer {
        guard let table, let connection = connections[id] else { return .refused(.unknownTable) }
        let answer = table.assumeIsolated { table -> TableAnswer in
            do throws(ConnectionError) {
                return .admitted(
                    try table.admit(connection, with: hello, at: now) { [weak self] in
                        self?.assumeIsolated { $0.closed(id) }
                    })
            } catch {
                return .refused(error)
            }
        }
        guard case .admitted = answer else { return answer }
        connection.lineLimit = options.limits.lineBytes
        connections[id] = nil
        hadPlayers.happen(true)
        return answer
    }
}
