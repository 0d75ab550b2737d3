#pragma once

#include <map>
#include <memory>
#include <string>

#include "inkwell/json.h"

namespace inkwell::kernel::test {

struct RawResponse {
    int status = 0;
    std::map<std::string, std::string> headers;  // names in lower case
    std::string body;

    std::string header(const std::string& name) const;
    JsonObject json() const;
    std::string message() const;
};

/// A client that sends exactly the bytes it is told, so that tests can break the protocol.
class RawConnection {
public:
    /// `from`: the address of the client, such as 127.0.0.2.
    explicit RawConnection(int port, const std::string& from = "127.0.0.1");
    ~RawConnection();

    void send(const std::string& bytes);
    /// Ends the sending half.
    void finish();

    /// The next response on the connection; throws std::runtime_error when it ends first, or nothing comes for 60 s.
    RawResponse receive(bool withBody = true);
    /// What follows of a body of unknown length, up to and with `end`. Throws like receive.
    std::string receiveUntil(const std::string& end);
    /// True when the server closes without another byte; false when bytes come.
    bool closesNow();

    RawResponse ask(const std::string& bytes) {
        send(bytes);
        return receive();
    }

private:
    bool fill();

    struct Impl;
    std::unique_ptr<Impl> impl_;
    std::string received_;
};

std::string get(const std::string& target, const std::string& headerLines = "");
std::string post(const std::string& target, const std::string& body, const std::string& headerLines = "");

}  // namespace inkwell::kernel::test
