#include "kernel/app/start_requirements.h"

#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <system_error>

#include "inkwell/folder.h"
#include "kernel/http/tls_certificate.h"
#include "kernel/operator/admin_socket.h"

namespace inkwell::kernel {

namespace {

void require(const char* key, const std::function<void()>& check) {
    try {
        check();
    } catch (const std::runtime_error& error) {
        throw ConfigError(std::string(key) + ": " + error.what());
    }
}

}  // namespace

void checkFiles(const Config& config) {
    if (!config.http.tlsCertificate.empty()) checkCertificate(config.http.tlsCertificate, config.http.tlsKey);
    require("data.directory", [&] {
        requireUsableFolder(config.data.directory);
        adminSocketPath(config.data.directory);
    });
    if (config.log.file.empty()) return;
    const std::filesystem::path file = std::filesystem::absolute(config.log.file);
    require("log.file", [&] { requireUsableFolder(file.parent_path()); });
    std::error_code error;
    if (std::filesystem::is_directory(file, error)) throw ConfigError("log.file: '" + file.string() + "' is a folder");
}

void checkStart(const Config& config, LookingHost& looking) {
    checkFiles(config);
    looking.host().databaseEngine(config.database.engine);
    if (DatabaseClaim* const claim = looking.host().databaseClaim(config.database.engine)) claim->check();
    looking.check();
}

}  // namespace inkwell::kernel
