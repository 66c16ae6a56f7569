import SetProtocol

/// Something that is told for a while, and where: never in place of the buttons, for one player must
/// not keep another from playing by talking.
struct TransientMessage: Hashable {
    /// What is told.
    enum Content: Hashable {
        /// A word to this player.
        case notice(LogEntry)
        /// What somebody said.
        case chat(LogEntry)
        /// What happened.
        case news
    }

    /// Where there is room for it.
    enum Place: Hashable {
        /// In the rows of the news.
        case news
        /// In place of the sentence about the moment, where all rows but two belong to the cards and
        /// nothing is timed.
        case status
        /// In the last row, behind the keys of what is urgent.
        case besideHints
    }

    let content: Content
    let place: Place

    /// What is to be told now; `nil` when nothing is, or only the news in rows of their own.
    init?(_ view: TableView, _ regions: TableRegions, _ now: MonotonicInstant) {
        guard let content = Self.content(view, regions, now) else { return nil }
        self.content = content
        let model = view.model
        if !regions.isCrowded {
            place = .news
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
        if let notice = model.notice, now < notice.time.advanced(by: TablePicture.noticeTime) {
            return .notice(notice)
        }
        let news = newsTime(model)
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

    /// The moments at which it changes by itself.
    static func expiries(_ model: TableModel, _ regions: TableRegions) -> [MonotonicInstant] {
        let notice = model.notice?.time.advanced(by: TablePicture.noticeTime)
        let said = chat(model, regions)?.time
        let chat = said?.advanced(by: TablePicture.chatTime)
        let least = said?.advanced(by: TablePicture.leastChatTime)
        let news =
            regions.isCrowded ? newsTime(model)?.advanced(by: TablePicture.newsTime) : nil
        return [notice, least, chat, news].compactMap(\.self)
    }

    /// The newest line of chat, where there is no log to read it in.
    private static func chat(_ model: TableModel, _ regions: TableRegions) -> LogEntry? {
        guard regions.log == nil else { return nil }
        return model.log.last { entry in
            switch entry.content {
            case .said: true
            case .event, .race, .shuffle, .refused, .remark: false
            }
        }
    }

    private static func newsTime(_ model: TableModel) -> MonotonicInstant? {
        model.log.last { entry in
            guard case .event(let event) = entry.content else { return false }
            return event.isNews
        }?.time
    }
}
