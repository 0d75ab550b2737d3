#include "kernel/app/start_requirements.h"

#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

#include "inkwell/folder.h"
#include "kernel/http/tls_certificate.h"

namespace inkwell::kernel {

namespace {

void requirePlace(const char* key, const std::filesystem::path& folder) {
    try {
        requireUsableFolder(folder);
    } catch (const std::runtime_error& error) {
        throw ConfigError(std::string(key) + ": " + error.what());
    }
}

}  // namespace

void checkFiles(const Config& config) {
    if (!config.http.tlsCertificate.empty()) checkCertificate(config.http.tlsCertificate, config.http.tlsKey);
    requirePlace("data.directory", config.data.directory);
    if (config.log.file.empty()) return;
    const std::filesystem::path file = std::filesystem::absolute(config.log.file);
    requirePlace("log.file", file.parent_path());
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
