import SetProtocol

// MARK: - What an earlier host left

extension Host {
    /// Takes the directory of the journals and begins to read what broke off, once.
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

    /// Stops reading; what has not been read is left to the next host.
    func endRecovery() {
        recovery = Recovery()
        apply(.recovering([]))
        recoveryEnded.happen(())
    }

    /// Waits until everything that an earlier host left is read.
    package func recovered() async { await recoveryEnded.wait() }

    /// Announces each table that is resumed: those that are at once, then each that follows.
    ///
    /// - Parameter announce: Called on the host's queue.
    package func onResumption(_ announce: @escaping @Sendable (ResumedTable) -> Void) {
        resumptionNotice = announce
        for table in resumedTables { announce(table) }
    }

    private func resume(_ recovered: RecoveredTable, at now: MonotonicInstant) {
        let header = recovered.header
        guard tables[header.table] == nil else {
            return omit(recovered, because: .sameTable(header.table))
        }
        guard tables.count < options.hostLimits.tables else {
            return omit(recovered, because: .tooManyTables)
        }
        let isEmpty = Seat.allCases.allSatisfy { recovered.replay.duel.players[$0] == nil }
        guard !isEmpty || (header.isPrivate && options.isPrivate) else {
            var journal = recovered.journal
            return journal.finish { _, _ in }
        }
        let table = place(header, recovered.journal, at: now)
        table.assumeIsolated { $0.resume(recovered.replay, at: now) }
        guard tables[header.table] === table else { return }
        let (standing, overview) = table.assumeIsolated { ($0.standing, $0.overview) }
        apply(.tableResumed(header, hasCurrentRules: table.hasCurrentRules, overview))
        if !isEmpty {
            let resumed = ResumedTable(code: header.table, players: standing)
            resumedTables.append(resumed)
            resumptionNotice?(resumed)
        }
    }

    private func omit(_ recovered: RecoveredTable, because omission: JournalNotice.Omission) {
        options.journalNotice(.omitted(file: recovered.path, omission))
    }
}

/// A table that goes on where an earlier host left it.
package struct ResumedTable: Hashable, Sendable {
    /// Its name.
    package let code: TableCode
    /// Who sits there.
    package let players: PerSeat<PlayerState?>

    /// What a person reads, as `resumed table K7M2QX: "Ann" 12, "Bob" 9`: a name may look like anything.
    package var sentence: String {
        let standing = Seat.allCases.compactMap { players[$0] }
            .map { "\"\($0.name.replacing("\"", with: "'"))\" \($0.points)" }
        return "resumed table \(code): " + standing.joined(separator: ", ")
    }
}
