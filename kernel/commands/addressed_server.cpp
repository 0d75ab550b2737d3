#include "kernel/commands/addressed_server.h"

#include <unistd.h>

#include <filesystem>
#include <iostream>

#include "kernel/operator/admin_socket.h"

namespace inkwell::kernel {

namespace {

namespace fs = std::filesystem;

std::string absolutePath(const std::string& path) { return fs::absolute(path).lexically_normal().string(); }

bool isSameFile(const std::string& a, const std::string& b) {
    std::error_code unreadable;
    return a == b || fs::equivalent(a, b, unreadable);
}

const JsonObject& aboutOf(const JsonObject& reply) {
    static const JsonObject none;
    const Json* about = reply.if_contains("server");
    return about != nullptr && about->is_object() ? about->get_object() : none;
}

void printLine(const std::string& configFile, const std::string& rest) {
    std::cerr << "inkwell: configuration " << configFile << ", " << rest << "\n" << std::flush;
}

}  // namespace

AddressedServer::AddressedServer(const std::string& configFile)
    : configFile_(absolutePath(configFile)), dataDirectory_(findDataDirectory(configFile, processEnvironment())) {}

std::optional<JsonObject> AddressedServer::ask(const JsonObject& request) {
    const std::string socket = adminSocketPath(dataDirectory_);
    try {
        std::optional<JsonObject> reply = askRunningServer(socket, request);
        const bool isFirst = !isAnnounced_;
        announce(reply ? serverText(*reply)
                       : "no server answers in the data directory " + absolutePath(dataDirectory_));
        if (reply && isFirst) warnOfAnother(*reply);
        return reply;
    } catch (...) {
        announce("the server at " + absolutePath(socket));
        throw;
    }
}

void AddressedServer::announce(const std::string& server) {
    if (!isAnnounced_) printLine(configFile_, server);
    isAnnounced_ = true;
}

void AddressedServer::warnOfAnother(const JsonObject& reply) const {
    const std::string own(textOf(aboutOf(reply), "configuration"));
    if (own.empty() || isSameFile(own, configFile_)) return;
    std::cerr << "inkwell: that server was started with another configuration, " << own
              << ": what this command writes beside " << configFile_ << " it will not read\n";
}

std::string serverText(const JsonObject& reply) {
    const JsonObject& about = aboutOf(reply);
    if (about.empty()) return "a server of an older version";
    return "the server at " + std::string(textOf(about, "address")) + " (process " + writeJson(about.at("process")) +
           ")";
}

JsonObject describeServer(const std::string& address, const std::string& configFile) {
    return {{"address", address},
            {"process", getpid()},
            {"configuration", absolutePath(configFile)},
            {"version", INKWELL_VERSION}};
}

void announceDatabase(const Config& config, const std::string& configFile) {
    printLine(absolutePath(configFile), "the database itself (engine " + config.database.engine + ", data directory " +
                                            absolutePath(config.data.directory) + ")");
}

}  // namespace inkwell::kernel
