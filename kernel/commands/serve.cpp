#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <functional>
#include <iostream>
#include <optional>
#include <sstream>

#include "kernel/app/addresses.h"
#include "kernel/app/admin_requests.h"
#include "kernel/app/directory_claim.h"
#include "kernel/app/reload.h"
#include "kernel/app/reload_thread.h"
#include "kernel/app/server.h"
#include "kernel/app/start_watch.h"
#include "kernel/app/stop_limit.h"
#include "kernel/commands/addressed_server.h"
#include "kernel/commands/commands.h"
#include "kernel/commands/demo.h"
#include "kernel/operator/admin_socket.h"
#include "kernel/operator/self_probe.h"
#include "kernel/operator/service_manager.h"
#include "kernel/runtime/crash_report.h"
#include "kernel/runtime/last_words.h"
#include "kernel/runtime/process_numbers.h"

namespace inkwell::kernel {

namespace {

constexpr std::chrono::seconds kAnswerPatience{20};
constexpr std::chrono::seconds kPingPatience{5};
// What a stop may take beside the requests.
constexpr std::chrono::seconds kStopPatience{10};
// For a reload that began shortly before the stop.
constexpr std::chrono::seconds kReloadPatience{1};

sigset_t stopSignals() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    return signals;
}

sigset_t ownSignals() {
    sigset_t signals = stopSignals();
    sigaddset(&signals, SIGHUP);
    return signals;
}

void waitForStop(ReloadThread& reloads) {
    const sigset_t signals = ownSignals();
    for (int received = 0; sigwait(&signals, &received) == 0 && received == SIGHUP;) reloads.ask();
}

// A server that was killed is whole again at its next start, and one that waits for a database may wait for long.
[[noreturn]] void endStart() {
    kernelLog().info("stopped before it served");
    _exit(0);
}

void reload(Reloader& reloader, ServiceManager& manager) {
    manager.reloading();
    try {
        reloader.reload();
    } catch (const std::exception&) {
        // The log has it, and the server goes on as it was.
    }
    manager.reloaded();
}

// Load balancers take the server out meanwhile. Another SIGTERM or SIGINT ends it.
void waitForDrain(std::chrono::seconds time) {
    if (time.count() == 0) return;
    kernelLog().info("stopping: not ready any more, and serving for " + std::to_string(time.count()) +
                     " seconds (http.drain_seconds)");
    const sigset_t signals = stopSignals();
    const timespec limit{time.count(), 0};
    while (sigtimedwait(&signals, nullptr, &limit) < 0 && errno == EINTR) {
    }
}

// A server that was killed is whole again at its next start: better than one that never ends.
[[noreturn]] void endWithout(const std::string& part, std::chrono::seconds limit) {
    kernelLog().error("the stop has taken " + std::to_string(limit.count()) + " seconds (http.stop_seconds and " +
                      std::to_string(kStopPatience.count()) + " more) and still waits for " + part +
                      ": the process ends without");
    _exit(1);
}

// It has nothing left to change, and may wait for long.
void endReload(ReloadThread& reloads) {
    if (reloads.end(kReloadPatience)) return;
    kernelLog().warn(
        "the configuration is still being read again, which waits for a disk, a database or a command that "
        "switches a plugin: the process ends without");
    _exit(0);
}

std::optional<JsonObject> pingServer(const std::string& socket) {
    try {
        return askRunningServer(socket, {{"command", "ping"}}, kPingPatience);
    } catch (const ServerEnded&) {
        return std::nullopt;  // one that was killed and is gone now
    }
}

void requireAlone(const Config& config, const std::string& socket) {
    const auto other = pingServer(socket);
    if (!other) return;
    throw std::runtime_error("another server is running with the data directory '" + config.data.directory +
                             "': " + serverText(*other));
}

const char* schemeOf(const Config& config) { return config.http.tlsCertificate.empty() ? "http" : "https"; }

// Where it listens, which need not be where clients find it.
std::string placesOf(const Config& config, Server& server) {
    const std::string scheme = schemeOf(config);
    std::string text = "serving at " + listenAddress(scheme, config.http.host, server.port()) + ", uploads at " +
                       listenAddress(scheme, config.http.uploadHost, server.uploadPort());
    if (config.admin.enabled) text += ", admin at " + listenAddress("http", config.admin.host, server.adminPort());
    if (!config.http.baseUrl.empty()) text += "; clients are told " + server.info().baseUrl;
    if (!config.http.uploadUrl.empty()) text += "; for uploads " + server.info().uploadUrl;
    return text;
}

// Clients that fill the other listeners must not bring about a restart.
std::function<bool()> probeOf(const Config& config, Server& server) {
    if (config.admin.enabled) {
        return [&config, port = server.adminPort()] {
            return answersItself(config.admin.host, port, false, kAnswerPatience);
        };
    }
    return [&config, port = server.port()] {
        return answersItself(config.http.host, port, !config.http.tlsCertificate.empty(), kAnswerPatience);
    };
}

// runCommand() tells standard error; whoever looks into the log's file finds it there too.
void logEnd(const std::exception& error) {
    std::istringstream reasons(error.what());
    for (std::string reason; std::getline(reasons, reason);) kernelLog().error("the server ends: " + reason);
}

void serve(const CommandLine& line, const Config& config, const ServiceManager::Options& systemd,
           std::optional<StartWatch>& start) {
    kernelLog().info("starting with the configuration " + std::filesystem::absolute(line.configFile).string());
    if (!line.demoDirectory.empty()) requireDemo(line.demoDirectory);
    prepareDataDirectory(config.data.directory);
    const std::string socket = adminSocketPath(config.data.directory);
    requireAlone(config, socket);
    const DirectoryClaim claim(config.data.directory);
    ServiceManager manager(systemd);
    const std::chrono::seconds stopTime = std::chrono::seconds(config.http.stopSeconds) + kStopPatience;
    StopLimit stopLimit([stopTime](const std::string& part) { endWithout(part, stopTime); });
    Server server(config);
    const auto load = [&line] { return loadConfig(line.configFile, processEnvironment()); };
    server.readSettingsBy(load);
    server.start();
    Reloader reloader(server, config, load);
    const JsonObject about = describeServer(server.info().baseUrl, line.configFile);
    const AdminSocket admin(socket, about, [&](const JsonObject& request) {
        return textOf(request, "command") == "reload" ? answerReload(reloader) : answerAdminRequest(server, request);
    });
    kernelLog().info(placesOf(config, server));
    manager.ready("serving at " + listenAddress(schemeOf(config), config.http.host, server.port()),
                  probeOf(config, server));
    start.reset();
    if (!line.demoDirectory.empty()) prepareDemo(server, line.demoDirectory, std::cout);

    ReloadThread reloads([&] { reload(reloader, manager); });
    waitForStop(reloads);
    manager.stopping();
    server.beginDrain();
    waitForDrain(std::chrono::seconds(config.http.drainSeconds));
    kernelLog().info("stopping: finishing what is under way");
    stopLimit.begin(stopTime);
    server.stop([&stopLimit](const std::string& part) { stopLimit.waitsFor(part); });
    endReload(reloads);
}

}  // namespace

int serve(const CommandLine& line) {
    // Blocked before any thread starts, so that every thread inherits it and only the wait below sees them.
    const sigset_t signals = ownSignals();
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);  // a file beyond the process's limit is refused like one on a full disk
    raiseDescriptorLimit();

    const ServiceManager::Options systemd = ServiceManager::takeEnvironment();
    prepareCrashReport();
    std::optional<StartWatch> start(std::in_place, stopSignals(), endStart);
    const NoExit noExit;
    const Config config = loadConfig(line.configFile, processEnvironment());
    configureLog(config.log);
    try {
        serve(line, config, systemd, start);
    } catch (const std::exception& error) {
        if (!config.log.file.empty()) logEnd(error);
        throw;
    }
    return 0;
}

}  // namespace inkwell::kernel
