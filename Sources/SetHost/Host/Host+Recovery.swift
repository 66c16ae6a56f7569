import SetProtocol

// MARK: - Recovery

extension Host {
    /// Opens the journal directory and starts reading interrupted journals, once.
    func openJournals() {
        guard journals == nil else { return }
        guard let wanted = options.journal else { return recoveryEnded.happen(()) }
        journals = JournalStore(wanted, executor: executor, tell: options.journalNotice)
        recovery = Recovery(journals?.brokenOff() ?? [])
        apply(.recovering(recovery.awaited))
        readNext()
    }

    private func readNext() {
        guard isListening, let journal = recovery.next() else { return endRecovery() }
        journals?.read(journal) { [weak self] table in
            self?.assumeIsolated { $0.finishReading(table) }
        }
    }

    private func finishReading(_ table: RecoveredTable?) {
        recovery.finish()
        if isListening, let table { resume(table, at: MonotonicClock.now) }
        apply(.recovering(recovery.awaited))
        readNext()
    }

    /// Stops reading and leaves unread journals to the next host.
    func endRecovery() {
        recovery.stop()
        apply(.recovering([]))
        recoveryEnded.happen(())
    }

    /// The tables resumed from journals so far.
    package var resumedTables: [ResumedTable] { recovery.resumed }

    /// Waits until the disk has every journal, then releases the journal directory to the next
    /// host, even while peers are still connected.
    package func handOn() async { await journals?.letGo() }

    /// Waits until the disk has everything written to the journals so far.
    package func settled() async { await journals?.settled() }

    /// Waits until everything that an earlier host left is read.
    package func recovered() async { await recoveryEnded.wait() }

    /// Announces the tables already resumed, then each one as it is resumed.
    ///
    /// - Parameter announce: Called on the host's queue.
    package func onResumption(_ announce: @escaping @Sendable (ResumedTable) -> Void) {
        resumptionNotice = announce
        for table in resumedTables { announce(table) }
    }

    private func resume(_ recovered: RecoveredTable, at now: MonotonicInstant) {
        let players = recovered.replay.duel.players
        let isEmpty = Seat.allCases.allSatisfy { players[$0] == nil }
        switch lobby.resumption(of: recovered.header, isEmpty: isEmpty) {
        case .omitted(let reason):
            options.journalNotice(.omitted(file: recovered.path, reason))
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
        let (standing, overview) = table.assumeIsolated { ($0.standing, $0.overview) }
        apply(
            .tableResumed(
                recovered.header, hasCurrentRules: table.hasCurrentRules, overview))
        guard let resumed = recovery.noteResumed(code, standing) else { return }
        resumptionNotice?(resumed)
    }
}
