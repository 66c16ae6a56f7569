import SetProtocol
import Testing

@testable import SetHost

@Suite("Journal backlog")
struct JournalBacklogTests {
    private func at(_ milliseconds: Int) -> MonotonicInstant {
        MonotonicInstant(.milliseconds(milliseconds))
    }

    @Test("Announcements wait for each journal piece, but never longer than 200 ms")
    func falling() {
        var backlog = JournalBacklog()
        #expect(backlog.deadline == nil && !backlog.isBehind)
        #expect(backlog.give(10, at: at(0)) == 1)
        #expect(backlog.give(20, at: at(150)) == 2)
        #expect(!backlog.isSettled(1))
        #expect(backlog.bytes == 30)
        #expect(backlog.deadline == at(200))
        #expect(backlog.pieceWritten() == false)
        #expect(backlog.isSettled(1) && !backlog.isSettled(2))
        // Not 200 ms after the first one, which is written.
        #expect(backlog.deadline == at(350))
        #expect(backlog.look(at: at(349)) == false)
        #expect(backlog.look(at: at(350)) == true)
        #expect(backlog.isBehind && backlog.deadline == nil && backlog.isSettled(2))
        #expect(backlog.look(at: at(1000)) == false)
    }

    @Test("A disk has caught up once it has everything, not before")
    func catchingUp() {
        var backlog = JournalBacklog()
        for number in 0..<5 { _ = backlog.give(1, at: at(number)) }
        #expect(backlog.look(at: at(200)) == true)
        #expect(backlog.give(1, at: at(300)) == 6)
        let answers = (0..<5).map { _ in backlog.pieceWritten() }
        #expect(answers == [false, false, false, false, false])
        #expect(backlog.isBehind && backlog.bytes == 1)
        #expect(backlog.pieceWritten() == true)
        #expect(!backlog.isBehind && backlog.bytes == 0)
        #expect(backlog.give(1, at: at(400)) == 7 && !backlog.isSettled(7))
        #expect(backlog.deadline == at(600))
        #expect(backlog.pieceWritten() == false)
    }

    @Test("Disk trouble is reported at once, after ten minutes, and when it is over")
    func complaint() {
        var complaint = JournalComplaint()
        #expect(complaint.worked(at: at(0)) == false)
        #expect(complaint.failed(at: at(1000)) == true)
        #expect(complaint.failed(at: at(2000)) == false)
        #expect(complaint.failed(at: at(600_999)) == false)
        #expect(complaint.failed(at: at(601_000)) == true)
        // What fails now and then is not over.
        #expect(complaint.worked(at: at(660_999)) == false)
        #expect(complaint.worked(at: at(661_000)) == true)
        #expect(complaint.worked(at: at(700_000)) == false)
        #expect(complaint.failed(at: at(701_000)) == false)
        #expect(complaint.worked(at: at(900_000)) == false)
        #expect(complaint.failed(at: at(1_201_000)) == true)
        #expect(complaint.worked(after: .zero, at: at(1_201_000)) == true)
    }
}
