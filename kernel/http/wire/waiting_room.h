#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include "kernel/http/wire/connection.h"

namespace inkwell::kernel {

/// Where connections wait for their next request: one thread takes new ones in, gathers what arrives on all of them,
/// and hands on those that have a whole request. It also sends what clients did not take at once of their responses. So
/// neither an idle client nor a slow sender nor a slow reader holds a thread. When it is full, one guest of the client
/// network that has most of it goes: one network may fill it while it is alone, and takes nothing of the others.
class WaitingRoom {
public:
    struct Options {
        std::size_t maxConnections = 10'000;
        std::size_t maxBytes = 64 * 1024 * 1024;         // of unfinished requests in all
        std::chrono::milliseconds idleLimit{15'000};     // between requests
        std::chrono::milliseconds arrivalLimit{30'000};  // for one request to arrive
        std::chrono::milliseconds handshakeLimit{10'000};
    };
    struct Arrived {
        std::unique_ptr<Connection> connection;  // null: no client waits at the listening socket
        bool failed = false;                     // or none can be accepted at the moment
    };
    /// `accept` accepts a client that waits at the listening socket; `ready` takes a connection with a request, and
    /// returns the one that must go when its queue is full; `shake` takes one whose TLS handshake goes on, and returns
    /// the same, or put() brings it back; `refusal` makes the last response to a client. All are called on the room's
    /// thread and must neither wait nor throw.
    struct Door {
        std::function<Arrived()> accept;
        std::function<std::unique_ptr<Connection>(std::unique_ptr<Connection>)> ready;
        std::function<std::unique_ptr<Connection>(std::unique_ptr<Connection>)> shake;
        std::function<std::string(int status, const Connection& connection)> refusal;
    };

    WaitingRoom(Options options, Door door);
    ~WaitingRoom();

    /// Starts the thread; `listening` is a listening socket that does not block.
    void open(int listening);
    /// What to do with a connection once its response is sent.
    enum class Next {
        Request,  // wait for the client's next request
        Close,
        BadRequest,  // send a 400 response, then close
    };
    /// Takes a connection back after its response; after close() it closes it. Any thread.
    void put(std::unique_ptr<Connection> connection, Next next);
    /// Accepts no new connections; those that wait are still served. Any thread.
    void stopAccepting() noexcept;
    /// Closes all waiting connections and ends the thread.
    void close() noexcept;

    std::size_t waiting() const noexcept { return count_; }
    /// Connections that were closed without a word because the room was full. Any thread, as waiting().
    std::int64_t dropped() const noexcept { return dropped_; }

private:
    /// What the guests from one client network have of the room.
    struct Network {
        std::size_t guests = 0;
        std::size_t bytes = 0;
    };
    struct Guest {
        std::unique_ptr<Connection> connection;
        Network* network;      // a row of networks_
        bool closes = false;   // when its response is sent
        bool leaving = false;  // nothing more is sent to it; it may still read what was
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
    void drop(Waiting::iterator place);
    void makeRoom();
    void makeRoomForBytes();
    void countBytes(const Guest& guest, std::size_t before);
    std::size_t mostOf(std::size_t Network::*what) const;
    void sweep();
    void listen(bool flag);
    void wake() noexcept;
    /// For assertions: bytes_ and networks_ are the sums over all connections.
    bool addsUp() const;

    const Options options_;
    const Door door_;
    int poll_ = -1;
    int signal_ = -1;
    int listening_ = -1;
    std::thread thread_;
    std::atomic<bool> accepting_{false};
    std::atomic<bool> closing_{false};
    std::atomic<std::size_t> count_{0};
    std::atomic<std::int64_t> dropped_{0};
    std::mutex mutex_;
    std::vector<std::pair<std::unique_ptr<Connection>, Next>> returned_;  // guarded by mutex_

    // Used by the room's thread only.
    Waiting waiting_;
    std::unordered_map<int, Waiting::iterator> places_;
    std::unordered_map<std::string, Network> networks_;  // of those that wait
    std::size_t bytes_ = 0;                              // of requests
    bool isListening_ = false;
};

}  // namespace inkwell::kernel
