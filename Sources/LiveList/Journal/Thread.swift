import Glibc

/// A thread of its own that runs one closure. Whoever starts it joins it, once.
struct Thread: Sendable {
    private let handle: pthread_t

    init(_ body: @escaping @Sendable () -> Void) {
        var handle = pthread_t()
        let box = Unmanaged.passRetained(Box(body: body))
        let result = pthread_create(
            &handle, nil,
            { pointer in
                guard let pointer else { return nil }
                Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().body()
                return nil
            }, box.toOpaque())
        precondition(result == 0, "pthread_create: \(String(cString: strerror(result)))")
        self.handle = handle
    }

    func join() {
        pthread_join(handle, nil)
    }

    private final class Box: Sendable {
        let body: @Sendable () -> Void
        init(body: @escaping @Sendable () -> Void) { self.body = body }
    }
}
