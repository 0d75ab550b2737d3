#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include "kernel/http/connection.h"

namespace inkwell::kernel {

/// Where connections wait for their next request: one thread takes new ones in, gathers what arrives on all of them,
/// and hands on those on which a whole request is there; it also sends what clients did not take of their answers at
/// once. So neither an idle client nor a slow sender nor a slow reader holds a thread.
class WaitingRoom {
public:
    struct Options {
        std::size_t maxConnections = 10'000;             // beyond it the longest idle one goes
        std::size_t maxBytes = 64 * 1024 * 1024;         // of unfinished requests in all
        std::size_t maxUnsent = 128 * 1024 * 1024;       // of answers in all; beyond it the longest waiting reader goes
        std::chrono::milliseconds idleLimit{15'000};     // between requests
        std::chrono::milliseconds arrivalLimit{30'000};  // for one request to arrive
    };
    struct Arrived {
        std::unique_ptr<Connection> connection;  // null: nobody waits at the listening socket
        bool failed = false;                     // or nobody can be let in at the moment
    };
    /// `accept` takes in a client that waits at the listening socket; `ready` takes a connection with a request, or
    /// gives it back when there is no room for it; `refusal` makes the last words to a client. All are called on the
    /// room's thread and must neither wait nor throw.
    struct Door {
        std::function<Arrived()> accept;
        std::function<std::unique_ptr<Connection>(std::unique_ptr<Connection>)> ready;
        std::function<std::string(int status)> refusal;
    };

    WaitingRoom(Options options, Door door);
    ~WaitingRoom();

    /// Starts the thread; `listening` is a listening socket that does not block.
    void open(int listening);
    /// What becomes of a connection once its answer is sent.
    enum class Next {
        Request,  // the client may ask again
        Close,
        BadRequest,  // it closes, too, and is told this before
    };
    /// A connection after its answer. Any thread. After close() it is closed.
    void put(std::unique_ptr<Connection> connection, Next next);
    /// Takes no new ones in; those that wait are served on. Any thread.
    void stopAccepting() noexcept;
    /// Closes all that wait and ends the thread.
    void close() noexcept;

    std::size_t waiting() const noexcept { return count_; }

private:
    struct Guest {
        std::unique_ptr<Connection> connection;
        bool closes = false;   // when its answer is sent
        bool leaving = false;  // nothing more is sent to it, and it may read what was
        std::chrono::steady_clock::time_point leavingSince{};
    };
    using Waiting = std::list<Guest>;  // the longest waiting first

    void run() noexcept;
    void acceptAll();
    void takeReturned();
    Waiting::iterator add(std::unique_ptr<Connection> connection);
    void look(Waiting::iterator place);
    bool sendOn(Waiting::iterator place);
    std::unique_ptr<Connection> remove(Waiting::iterator place);
    void refuse(Waiting::iterator place, int status);
    void leave(Waiting::iterator place, std::string_view lastWords);
    void makeRoom();
    void makeRoomFor(std::size_t unsent);
    void sweep();
    void listen(bool flag);
    void wake() noexcept;

    const Options options_;
    const Door door_;
    int poll_ = -1;
    int signal_ = -1;
    int listening_ = -1;
    std::thread thread_;
    std::atomic<bool> accepting_{false};
    std::atomic<bool> closing_{false};
    std::atomic<std::size_t> count_{0};
    std::mutex mutex_;
    std::vector<std::pair<std::unique_ptr<Connection>, Next>> returned_;  // guarded by mutex_

    // The thread's own.
    Waiting waiting_;
    std::unordered_map<int, Waiting::iterator> places_;
    std::size_t bytes_ = 0;   // of requests
    std::size_t unsent_ = 0;  // of answers
    bool isListening_ = false;
};

}  // namespace inkwell::kernel
