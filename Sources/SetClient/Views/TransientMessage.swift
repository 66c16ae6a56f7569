import SetProtocol

/// Something that is shown for a while, and where.
///
/// It never replaces the buttons: chat must not keep the other player from playing.
struct TransientMessage: Equatable {
    enum Content: Equatable {
        /// A message to this player alone.
        case notice(LogEntry)
        case chat(LogEntry)
        case news

        var notice: LogEntry? { if case .notice(let entry) = self { entry } else { nil } }
    }

    enum Place: Equatable {
        /// In the rows of the news.
        case news
        /// Instead of the status, where only two rows are left for words and nothing is timed.
        case status
        /// In the last row, behind the urgent keys.
        case besideHints
    }

    let content: Content
    let place: Place
    /// When it is shown no longer, unless something else comes.
    let end: MonotonicInstant

    /// The message to show now; `nil` if there is none, or only news that has separate rows.
    init?(_ view: TableView, _ regions: TableRegions, _ now: MonotonicInstant) {
        guard let (content, end) = Self.content(view, regions, now) else { return nil }
        (self.content, self.end) = (content, end)
        let model = view.model
        if !regions.isCrowded {
            // The margin must not hide the reason why the cards are a set.
            let isReveal = model.table?.clock?.reason == .reveal
            place = content.notice?.race != nil && isReveal ? .status : .news
        } else if content != .news, model.countdown(at: now) == nil, model.table != nil {
            place = .status
        } else {
            place = .besideHints
        }
    }

    private static func content(
        _ view: TableView, _ regions: TableRegions, _ now: MonotonicInstant
    ) -> (Content, end: MonotonicInstant)? {
        let model = view.model
        var messages: [(Content, end: MonotonicInstant)] = []
        if let notice = model.notice, !isSuperseded(notice, model) {
            messages.append((.notice(notice), notice.time.advanced(by: TablePicture.noticeTime)))
        }
        let news = model.news?.time
        // Where there is a log, chat is read there.
        if regions.log == nil, let chat = model.log.last(where: \.isChat) {
            let isNewest = news.map { $0 <= chat.time } ?? true
            let time = isNewest ? TablePicture.chatTime : TablePicture.leastChatTime
            messages.append((.chat(chat), chat.time.advanced(by: time)))
        }
        // A report says it all.
        if regions.isCrowded, !view.showsReport, let news {
            messages.append((.news, news.advanced(by: TablePicture.newsTime)))
        }
        return messages.first { now < $0.end }
    }

    /// Whether a notice is out of date: three cards have been judged since, or the set or turn that a
    /// race was about is over.
    private static func isSuperseded(_ notice: LogEntry, _ model: TableModel) -> Bool {
        if notice.race != nil, let end = model.turnEnd,
            let total = model.table?.turn?.countdown?.total
        {
            // The margin of the turn itself may come just before it.
            return notice.time < end.advanced(by: .zero - total - .milliseconds(300))
        }
        guard let verdict = model.verdict else { return false }
        let isTaken = model.table?.phase == .open && model.table?.selection == nil
        return notice.race != nil && verdict.trio.isSet && isTaken || verdict.time > notice.time
    }
}
