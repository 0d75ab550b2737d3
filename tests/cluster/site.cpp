#include "tests/cluster/site.h"

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "tests/support/eventually.h"
#include "tests/support/http_client.h"
#include "tests/support/unused_port.h"

namespace inkwell::test {

namespace fs = std::filesystem;

namespace {

std::string text(int number) { return std::to_string(number); }

bool isHealthy(int adminPort) {
    try {
        return sendRequest(adminPort, "GET", "/health/ready").status == 200;
    } catch (const std::exception&) {
        return false;
    }
}

}  // namespace

Site::Site(const Galera& galera, const std::string& folder)
    : folder_(folder), proxyPort_(unusedPort()), uploadProxyPort_(unusedPort()) {
    for (int i = 0; i < kServers; ++i) configure(i, galera);
    // All at once, on an empty database and each at another node: who migrates it is for them to find out.
    for (int i = 0; i < kServers; ++i) start(i);
    for (int i = 0; i < kServers; ++i)
        if (!waitUntilServing(i)) throw std::runtime_error("a server does not start: " + log(i));
    startProxy();
}

void Site::configure(int i, const Galera& galera) {
    Server& server = servers_[static_cast<std::size_t>(i)];
    server = {folder_ + "/server" + text(i), unusedPort(), unusedPort(), unusedPort(), {}, nullptr};
    fs::create_directories(server.folder + "/config/plugins.d");
    fs::copy_file(INKWELL_SOURCE_DIR "/config/inkwell.json", server.folder + "/config/inkwell.json");
    const std::string plugins = server.folder + "/config/plugins.d/";
    std::ofstream(plugins + "webhooks.json") << R"({"allowed_hosts": ["127.0.0.1"]})";
    std::ofstream(plugins + "media.json") << R"({"store": "s3"})";
    std::ofstream(plugins + "media_store_s3.json")
        << R"({"bucket": "media", "access_key": "S3RVER", "secret_key": "S3RVER", "path_style": true, )"
        << R"("timeout_seconds": 10, "endpoint": "http://127.0.0.1:)" << media_.port() << "\"}";
    std::string hosts;
    for (int n = 0; n < Galera::kNodes; ++n)
        hosts += (hosts.empty() ? "" : ", ") + galera.address((i + n) % Galera::kNodes);
    server.environment = {{"INKWELL_HTTP_PORT", text(server.port)},
                          {"INKWELL_HTTP_UPLOAD_PORT", text(server.uploadPort)},
                          {"INKWELL_ADMIN_PORT", text(server.adminPort)},
                          {"INKWELL_HTTP_BASE_URL", "http://127.0.0.1:" + text(proxyPort_)},
                          {"INKWELL_HTTP_UPLOAD_URL", "http://127.0.0.1:" + text(uploadProxyPort_)},
                          {"INKWELL_DATA_DIRECTORY", server.folder + "/data"},
                          {"INKWELL_LOG_LEVEL", "warn"},
                          {"INKWELL_DATABASE_ENGINE", "mysql"},
                          {"INKWELL_PLUGINS_DATABASE_MYSQL_HOST", hosts},
                          {"INKWELL_PLUGINS_DATABASE_MYSQL_USER", "root"},
                          {"INKWELL_PLUGINS_DATABASE_MYSQL_DATABASE", "inkwell"}};
}

void Site::startProxy() {
    const auto listOf = [&](bool uploads) {
        std::string all;
        for (int i = 0; i < kServers; ++i) {
            const Server& server = servers_[static_cast<std::size_t>(i)];
            all += "    server s" + text(i) + " 127.0.0.1:" + text(uploads ? server.uploadPort : server.port) +
                   " check port " + text(server.adminPort) + " inter 500 fastinter 200 fall 2 rise 1\n";
        }
        return all;
    };
    const std::string file = folder_ + "/haproxy.cfg";
    std::ofstream(file) << "global\n    maxconn 500\ndefaults\n    mode http\n    timeout connect 1s\n"
                        << "    timeout client 60s\n    timeout server 30s\n    timeout check 2s\n"
                        << "    option httpchk GET /health/ready\n    option redispatch\n    retries 2\n"
                        << "    balance roundrobin\nlisten content\n    bind 127.0.0.1:" << proxyPort_ << "\n"
                        << listOf(false) << "listen uploads\n    bind 127.0.0.1:" << uploadProxyPort_ << "\n"
                        << listOf(true);
    proxy_ = startBound({"env", "PATH=/usr/local/sbin:/usr/sbin:/sbin:/usr/bin:/bin", "haproxy", "-f", file, "-db"});
    if (!eventually([&] {
            return isHealthy(servers_[0].adminPort) && proxy_->isRunning() && [&] {
                try {
                    return sendRequest(proxyPort_, "GET", "/v2/nothing").status == 404;
                } catch (const std::exception&) {
                    return false;
                }
            }();
        })) {
        throw std::runtime_error("HAProxy does not start: " + proxy_->err());
    }
}

Finished Site::run(std::vector<std::string> words) const {
    const Server& server = servers_[0];
    words.insert(words.end(), {"--config", server.folder + "/config/inkwell.json"});
    return runProgram(INKWELL_BINARY, words, server.environment);
}

void Site::start(int i) {
    Server& server = servers_[static_cast<std::size_t>(i)];
    server.process =
        startBound({INKWELL_BINARY, "serve", "--config", server.folder + "/config/inkwell.json"}, server.environment);
}

bool Site::waitUntilServing(int i) const {
    const Server& server = servers_[static_cast<std::size_t>(i)];
    return eventually([&] { return isHealthy(server.adminPort) || !server.process->isRunning(); },
                      std::chrono::seconds(240)) &&
           isHealthy(server.adminPort);
}

void Site::signal(int server, int signal) { servers_[static_cast<std::size_t>(server)].process->send(signal); }

int Site::wait(int server) { return servers_[static_cast<std::size_t>(server)].process->wait(); }

}  // namespace inkwell::test
