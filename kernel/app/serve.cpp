#include <pthread.h>
#include <signal.h>

#include <iostream>

#include "kernel/app/admin_socket.h"
#include "kernel/app/commands.h"
#include "kernel/app/demo.h"
#include "kernel/app/plugin_switch.h"
#include "kernel/app/server.h"

namespace inkwell::kernel {

namespace {

sigset_t stopSignals() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    return signals;
}

}  // namespace

int serve(const CommandLine& line) {
    // Blocked before any thread starts, so that every thread inherits it and only the wait below sees them.
    const sigset_t signals = stopSignals();
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    signal(SIGPIPE, SIG_IGN);

    const Config config = loadConfig(line.configFile, inkwellEnvironment());
    configureLog(config.log);
    const std::string socket = adminSocketPath(config.data.directory);
    if (askRunningServer(socket, {{"command", "ping"}})) {
        throw std::runtime_error("another server is running with the data directory '" + config.data.directory + "'");
    }
    Server server(config);
    server.start();
    const AdminSocket admin(socket,
                            [&server](const JsonObject& request) { return answerAdminRequest(server, request); });
    kernelLog().info("serving at " + server.info().baseUrl + ", uploads at " + server.info().uploadUrl);
    if (!line.demoDirectory.empty()) prepareDemo(server, line.demoDirectory, std::cout);

    int received = 0;
    sigwait(&signals, &received);
    kernelLog().info("stopping: finishing what is under way");
    server.stop();
    return 0;
}

}  // namespace inkwell::kernel
