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

        /// Whether it tells how close two claims were.
        var isRace: Bool {
            if case .notice(let entry) = self, case .race = entry.content { true } else { false }
        }
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

    /// The message to this player alone, if it is one.
    var notice: LogEntry? { if case .notice(let entry) = content { entry } else { nil } }

    /// The message to show now; `nil` if there is none, or only news that has separate rows.
    init?(_ view: TableView, _ regions: TableRegions, _ now: MonotonicInstant) {
        guard let content = Self.content(view, regions, now) else { return nil }
        self.content = content
        let model = view.model
        if !regions.isCrowded {
            // The margin must not hide the reason why the cards are a set.
            let isReveal = model.table?.clock?.reason == .reveal
            place = content.isRace && isReveal ? .status : .news
        } else if content != .news, model.countdown(at: now) == nil, model.table != nil {
            place = .status
        } else {
            place = .besideHints
        }
    }

    private static func content(
        _ view: TableView, _ regions: TableRegions, _ now: MonotonicInstant
    ) -> Content? {
        let model = view.model
        if let notice = model.notice, now < notice.time.advanced(by: TablePicture.noticeTime),
            !isSuperseded(notice, model)
        {
            return .notice(notice)
        }
        let news = model.news?.time
        if let chat = chat(model, regions), now < chat.time.advanced(by: TablePicture.chatTime),
            news.map({ $0 <= chat.time }) ?? true
                || now < chat.time.advanced(by: TablePicture.leastChatTime)
        {
            return .chat(chat)
        }
        // A report says it all.
        guard regions.isCrowded, !view.showsReport, let news else { return nil }
        return now < news.advanced(by: TablePicture.newsTime) ? .news : nil
    }

    /// Whether a notice is out of date: three cards have been judged since, or the set or turn that a
    /// race was about is over.
    private static func isSuperseded(_ notice: LogEntry, _ model: TableModel) -> Bool {
        if case .race = notice.content, let end = model.turnEnd,
            let total = model.table?.turn?.countdown?.total
        {
            // The margin of the turn itself may come just before it.
            return notice.time < end.advanced(by: .zero - total - .milliseconds(300))
        }
        if case .race = notice.content, model.verdict?.trio.isSet == true,
            model.table?.phase == .open, model.table?.selection == nil
        {
            return true
        }
        return model.verdict.map { $0.time > notice.time } ?? false
    }

    /// The moments at which it changes by itself.
    static func expiries(_ model: TableModel, _ regions: TableRegions) -> [MonotonicInstant] {
        let notice = model.notice?.time.advanced(by: TablePicture.noticeTime)
        let said = chat(model, regions)?.time
        let chat = said?.advanced(by: TablePicture.chatTime)
        let least = said?.advanced(by: TablePicture.leastChatTime)
        let news = regions.isCrowded ? model.news?.time.advanced(by: TablePicture.newsTime) : nil
        return [notice, least, chat, news].compactMap(\.self)
    }

    /// The newest chat, where there is no log to read it in.
    private static func chat(_ model: TableModel, _ regions: TableRegions) -> LogEntry? {
        regions.log == nil ? model.log.last(where: \.isChat) : nil
    }
}
