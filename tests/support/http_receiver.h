#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/http_client.h"

namespace inkwell::test {

/// An HTTP server of a test's own on a free port of 127.0.0.1: what the server under test sends to. Keeps every request
/// and answers as it is told. Any thread.
class HttpReceiver {
public:
    struct Received {
        std::string method, path;
        std::map<std::string, std::string> headers;  // names in lower case
        std::string body;

        JsonObject json() const;
        /// A header's value, "" when it is missing.
        std::string header(const std::string& lowerName) const;
    };
    struct Answer {
        int status = 200;
        Headers headers = {};
        std::chrono::milliseconds delay{0};
        bool never = false;    // until the receiver goes
        bool closes = false;   // the connection, without an answer
        bool endless = false;  // the head, then a body that does not end until the receiver goes
    };
    /// `number` counts all requests from 1.
    using Script = std::function<Answer(const Received& request, int number)>;

    /// Answers 200.
    HttpReceiver();
    explicit HttpReceiver(Answer answer);
    explicit HttpReceiver(Script script);
    /// On a port that was another one's.
    HttpReceiver(int port, Script script);
    ~HttpReceiver();
    HttpReceiver(const HttpReceiver&) = delete;
    HttpReceiver& operator=(const HttpReceiver&) = delete;

    int port() const;
    std::string url(const std::string& path = "/hook") const;
    /// From the next request on.
    void answerWith(Answer answer);

    /// In the order in which they came in whole.
    std::vector<Received> requests() const;
    /// False when not so many have come within a minute.
    bool waitFor(std::size_t count) const;
    /// How many requests were waiting for their answers at once, at most.
    int mostAtOnce() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace inkwell::test
