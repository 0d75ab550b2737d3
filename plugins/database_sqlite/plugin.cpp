#include "inkwell/plugin.h"

#include <filesystem>
#include <stdexcept>

#include "database_file.h"
#include "inkwell/diagnosis.h"
#include "server_claim.h"
#include "sqlite_engine.h"

namespace {

using inkwell::Diagnosis;

class DatabaseSqlitePlugin : public inkwell::Plugin {
public:
    void setup(inkwell::Registrar& registrar) override {
        const auto file =
            registrar.config<std::string>("file", "inkwell.db", "the database file, absolute or below data.directory");
        if (file.empty() || file.front() == ':' || file.starts_with("file:")) {
            throw std::runtime_error("'file' must be the path of a file, '" + file + "' is not");
        }
        const std::string path = (std::filesystem::path(registrar.dataDirectory()) / file).string();
        registrar.contribute<Diagnosis>("sqlite",
                                        std::make_unique<Diagnosis>([path](inkwell::Services&) { return look(path); }));
        registrar.contribute<inkwell::DatabaseClaim>("sqlite",
                                                     std::make_unique<inkwell::database_sqlite::ServerClaim>(path));
        registrar.contribute<inkwell::DatabaseEngine>("sqlite",
                                                      std::make_unique<inkwell::database_sqlite::SqliteEngine>(path));
    }

private:
    static Diagnosis::Finding look(const std::string& file) {
        constexpr std::uintmax_t kMegabyte = 1024 * 1024;
        constexpr std::uintmax_t kLittle = 1024 * kMegabyte;
        const std::uintmax_t bytes = inkwell::database_sqlite::freeBytes(file);
        return {std::to_string(bytes / kMegabyte) + " MB are free for '" + file + "'",
                bytes < kLittle ? "make room: on a full disk writes are refused" : ""};
    }
};

}  // namespace

INKWELL_PLUGIN(DatabaseSqlitePlugin, "database_sqlite", "0.1.0", "keeps the content in one SQLite file",
               inkwell::kServiceIds<>, inkwell::kServiceIds<>, inkwell::kServiceIds<>);
