#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace inkwell::kernel {

struct AdminReply {
    int status = 200;
    std::string contentType = "application/json; charset=utf-8";
    std::string body;
};

/// The operator's address: GET and HEAD of a few paths, on a few threads of its own, so that it answers while clients
/// fill the other listeners. Nobody is asked who they are: it belongs on an address that only operators reach. Each
/// connection has one request.
class AdminListener {
public:
    /// By path. Called on the listener's threads; what one throws is logged and answered with 500.
    using Routes = std::map<std::string, std::function<AdminReply()>, std::less<>>;

    AdminListener(std::string host, int port, Routes routes);
    ~AdminListener();  // waits for the answers that are being made

    /// Throws std::runtime_error naming the address.
    void bind();
    int port() const;
    void start();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace inkwell::kernel
