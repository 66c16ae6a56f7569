import SystemLibrary

/// A listening socket that the parent process opened, as systemd does (sd_listen_fds(3)).
///
/// The program then needs no right to open one, and the port stays open while the host restarts.
struct HandedOverSocket {
    let descriptor: Descriptor
    let address: SocketAddress

    private static let firstNumber: Int32 = 3

    /// Takes the socket, once, so that no child process takes it for its own.
    ///
    /// `nil` if this process was given none.
    static func take() throws(TransportError) -> HandedOverSocket? {
        let environment = Program.environment
        guard environment["LISTEN_PID"].flatMap(Int32.init) == getpid(),
            let count = environment["LISTEN_FDS"].flatMap(Int.init), count > 0
        else { return nil }
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
        guard count == 1, isListening(firstNumber) else { throw .badHandOver }
        let descriptor = Descriptor(adopting: firstNumber)
        do throws(SystemCallError) {
            try descriptor.makeNonBlocking()
            return HandedOverSocket(
                descriptor: descriptor, address: try descriptor.localAddress())
        } catch {
            throw .badHandOver
        }
    }

    private static func isListening(_ number: Int32) -> Bool {
        option(SO_ACCEPTCONN, of: number) == 1 && option(SO_TYPE, of: number) == Platform.streamType
    }

    private static func option(_ option: Int32, of number: Int32) -> Int32? {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(number, SOL_SOCKET, option, &value, &size) == 0 ? value : nil
    }
}
