#pragma once

#include <array>
#include <memory>
#include <string>

#include "tests/cluster/galera.h"
#include "tests/interop/s3rver.h"

namespace inkwell::test {

/// What people run: three Inkwell servers on a Galera cluster, media in an S3 service, and HAProxy in front of them.
/// One thread, that of the network; the ports are for any.
class Site {
public:
    static constexpr int kServers = 3;

    /// In `folder`, which is there. Returns when all serve. Throws std::runtime_error.
    Site(const Galera& galera, const std::string& folder);

    int proxyPort() const { return proxyPort_; }
    int uploadProxyPort() const { return uploadProxyPort_; }
    int port(int server) const { return servers_[static_cast<std::size_t>(server)].port; }

    /// The command-line program, as on the machine of the first server.
    Finished run(std::vector<std::string> words) const;

    void signal(int server, int signal);
    /// Its exit code.
    int wait(int server);
    void start(int server);
    bool waitUntilServing(int server) const;
    /// What it has logged since its last start: warnings and errors.
    std::string log(int server) const { return servers_[static_cast<std::size_t>(server)].process->err(); }

private:
    struct Server {
        std::string folder;
        int port = 0, uploadPort = 0, adminPort = 0;
        std::map<std::string, std::string> environment;
        std::unique_ptr<ChildProcess> process;
    };
    void configure(int server, const Galera& galera);
    void startProxy();

    const std::string folder_;
    int proxyPort_ = 0, uploadProxyPort_ = 0;
    S3rver media_;
    std::unique_ptr<ChildProcess> proxy_;
    std::array<Server, kServers> servers_;
};

}  // namespace inkwell::test
