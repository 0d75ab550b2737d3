#pragma once

#include <Poco/Net/HTTPRequest.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace inkwell::kernel {

/// A bound address for short answers without a body to read and without a dispatcher: one request per connection.
/// Connections wait in a WaitingRoom as those of HttpListener do, so that slow clients hold none of its few threads.
/// One thread, and the functions are called on others.
class OneShotListener {
public:
    /// Both make the bytes of a response, with its head; it must say that the connection closes. What `answer` throws
    /// closes the connection; `refusal` gets 400, 408, 414, 431 or 503, and must neither wait nor throw.
    struct Answers {
        std::function<std::string(const Poco::Net::HTTPRequest&)> answer;
        std::function<std::string(int status)> refusal;
    };
    static constexpr int kTimeoutSeconds = 5;  // for a request to arrive

    OneShotListener(int threads, Answers answers);
    ~OneShotListener();  // waits for answers in progress

    /// From now on clients wait in the system's queue. Throws Poco::Exception.
    void bind(const std::string& host, int port);
    int port() const;
    void start();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace inkwell::kernel
