#pragma once

#include <Poco/Net/Context.h>
#include <Poco/Net/ServerSocket.h>
#include <Poco/Net/StreamSocket.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace inkwell::webhooks::test {

/// A receiver on this machine that does to each connection what a test tells it, one after the other.
class ScriptedReceiver {
public:
    using Script = std::function<void(Poco::Net::StreamSocket& connection)>;

    /// With `tls` connections are secured before the script sees them. What a script throws ends its connection.
    explicit ScriptedReceiver(Script script, Poco::Net::Context::Ptr tls = nullptr);
    /// Reads a request and answers with `answer`.
    explicit ScriptedReceiver(std::string answer, Poco::Net::Context::Ptr tls = nullptr);
    ~ScriptedReceiver();

    int port() const { return port_; }
    std::string url(const std::string& path = "/", const std::string& host = "127.0.0.1") const;
    /// How many connections came so far.
    int connections() const { return connections_; }
    /// What was read of each connection by `readRequest`.
    std::vector<std::string> requests() const;

    /// Until the request's body is complete or the sender stops.
    void readRequest(Poco::Net::StreamSocket& connection);
    static void send(Poco::Net::StreamSocket& connection, std::string_view bytes);
    /// Until the sender closes.
    static void awaitEnd(Poco::Net::StreamSocket& connection);

private:
    void run();

    Script script_;
    Poco::Net::Context::Ptr tls_;
    Poco::Net::ServerSocket listener_;
    int port_;
    std::atomic<int> connections_ = 0;
    std::atomic<bool> stopping_ = false;
    mutable std::mutex mutex_;
    std::vector<std::string> requests_;
    std::thread thread_;
};

}  // namespace inkwell::webhooks::test
