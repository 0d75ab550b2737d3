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

/// The operator's listener: GET and HEAD of a few paths, on a few threads of its own, so that it responds while clients
/// fill the other listeners; those that are slow here hold none of the threads. It has no authentication: bind it to an
/// address that only operators reach. One request per connection.
class AdminListener {
public:
    /// By path. Called on the listener's threads; what one throws is logged and becomes a 500 response.
    using Routes = std::map<std::string, std::function<AdminReply()>, std::less<>>;

    AdminListener(std::string host, int port, Routes routes);
    ~AdminListener();  // waits for responses in progress

    /// Throws std::runtime_error naming the bind address.
    void bind();
    int port() const;
    void start();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace inkwell::kernel
