import SetProtocol

extension Host {
    /// Opens the journal directory and starts reading interrupted journals, once.
    func openJournals() {
        guard journals == nil else { return }
        guard let wanted = options.journal else { return recoveryEnded.happen(()) }
        journals = JournalStore(wanted, executor: executor, tell: options.journalNotice)
        unread = journals?.brokenOff() ?? []
        readNext()
    }

    /// Reads one journal after the other.
    ///
    /// A host listens meanwhile. A player who names a table still to be read waits in the ``Lobby``;
    /// everybody else is served at once.
    private func readNext() {
        apply(.recovering(unread.map(\.header)))
        guard isListening, let journal = unread.first else { return endRecovery() }
        journals?.read(journal) { [weak self] table in
            self?.assumeIsolated { $0.finishReading(table) }
        }
    }

    private func finishReading(_ table: RecoveredTable?) {
        unread = unread.dropFirst()
        if isListening, let table { resume(table, at: MonotonicClock.now) }
        readNext()
    }

    /// Stops reading and leaves unread journals to the next host.
    func endRecovery() {
        unread = []
        apply(.recovering([]))
        recoveryEnded.happen(())
    }

    /// Waits until the disk has every journal, then releases the journal directory to the next
    /// host, even while peers are still connected.
    package func handOn() async { await journals?.letGo() }

    package func settled() async { await journals?.settled() }

    package func recovered() async { await recoveryEnded.wait() }

    /// Announces, on the host's queue, the tables already resumed, then each one as it is resumed.
    package func onResumption(_ announce: @escaping @Sendable (ResumedTable) -> Void) {
        resumptionNotice = announce
        for table in resumedTables { announce(table) }
    }

    private func resume(_ recovered: RecoveredTable, at now: MonotonicInstant) {
        let duel = recovered.replay.duel
        let isEmpty = duel.queue.isEmpty && Seat.allCases.allSatisfy { duel.players[$0] == nil }
        switch lobby.resumption(of: recovered.header, isEmpty: isEmpty) {
        case .omitted(let reason):
            options.journalNotice(.omitted(file: recovered.path, reason))
            journals?.leave(recovered.path)
        case .closed:
            var journal = recovered.journal
            journal.end(.finished)
        case .resumed: goOn(recovered, at: now)
        }
    }

    private func goOn(_ recovered: RecoveredTable, at now: MonotonicInstant) {
        let code = recovered.header.table
        let table = place(recovered.header, recovered.journal, at: now)
        table.assumeIsolated { $0.resume(recovered.replay, at: now) }
        // It may have closed at once.
        guard tables[code] === table else { return }
        let (players, overview) = table.assumeIsolated { ($0.standing, $0.overview) }
        apply(
            .tableResumed(
                recovered.header, hasCurrentRules: recovered.header.rules == options.rules, overview
            ))
        guard let resumed = ResumedTable(code, players) else { return }
        resumedTables.append(resumed)
        resumptionNotice?(resumed)
    }
}

package struct ResumedTable: Hashable, Sendable {
    package let code: TableCode
    package let players: PerSeat<PlayerState?>

    init?(_ code: TableCode, _ players: PerSeat<PlayerState?>) {
        guard Seat.allCases.contains(where: { players[$0] != nil }) else { return nil }
        (self.code, self.players) = (code, players)
    }

    /// The line for the operator, such as `resumed table K7M2QX: "Ann" 12, "Bob" 9`; a name may
    /// contain anything.
    package var sentence: String {
        let standing = Seat.allCases.compactMap { players[$0] }
            .map { "\"\($0.name.exchanging("\"", for: "'"))\" \($0.points)" }
        return "resumed table \(code): " + standing.joined(separator: ", ")
    }
}
