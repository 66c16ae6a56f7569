import SystemLibrary

extension Descriptor {
    /// Takes the listening socket that the parent process opened, as systemd does (sd_listen_fds(3)),
    /// once, so that no child process takes it for its own; `nil` if there is none.
    ///
    /// The program then needs no right to open one, and the port stays open while the host restarts.
    static func handedOver() throws(TransportError) -> (Descriptor, SocketAddress)? {
        let environment = Program.environment
        guard environment["LISTEN_PID"].flatMap(Int32.init) == getpid(),
            let count = environment["LISTEN_FDS"].flatMap(Int.init), count > 0
        else { return nil }
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
        let number: Int32 = 3
        guard count == 1, option(SO_ACCEPTCONN, of: number) == 1,
            option(SO_TYPE, of: number) == Platform.streamType
        else { throw .badHandOver }
        let descriptor = Descriptor(adopting: number)
        do throws(SystemCallError) {
            try descriptor.makeNonBlocking()
            return (descriptor, try descriptor.localAddress())
        } catch {
            throw .badHandOver
        }
    }

    static func option(_ option: Int32, of number: Int32) -> Int32? {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(number, SOL_SOCKET, option, &value, &size) == 0 ? value : nil
    }
}
