#include "kernel/commands/doctor.h"

#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <utility>
#include <vector>

#include "inkwell/folder.h"
#include "kernel/app/looking_host.h"
#include "kernel/app/start_requirements.h"
#include "kernel/commands/addressed_server.h"
#include "kernel/config/hidden_values.h"
#include "kernel/data/migration_store.h"
#include "kernel/data/migrations.h"
#include "kernel/operator/admin_socket.h"
#include "kernel/runtime/log.h"

namespace inkwell::kernel {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kClockLimitMs = 10'000;  // live streams resume without gaps up to that
constexpr std::size_t kNameWidth = 14;
constexpr const char* kNoWrites =
    "mend what the line says: a database that is read-only, a disk that is full, a right that is missing; servers go "
    "on serving reads meanwhile";

struct Finding {
    std::string name;
    std::string text;
    std::string remedy = {};
};

/// One line: what is broken is often told in several.
std::string oneLine(std::string text) {
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at)) {
        const std::size_t next = std::min(text.find_first_not_of(" \n", at), text.size());
        const bool isHead = at > 0 && text[at - 1] == ':';
        text.replace(at, next - at, isHead ? " " : "; ");
    }
    return text;
}

std::string lineOf(Finding finding) {
    finding.name.resize(std::max(finding.name.size(), kNameWidth), ' ');
    const bool isWell = finding.remedy.empty();
    return std::string(isWell ? "ok     " : "fault  ") + finding.name + " " + oneLine(finding.text) +
           (isWell ? "" : " - remedy: " + oneLine(finding.remedy)) + "\n";
}

std::string userName(uid_t id) {
    const passwd* const entry = getpwuid(id);
    return entry != nullptr ? entry->pw_name : std::to_string(id);
}

std::string groupName(gid_t id) {
    const group* const entry = getgrgid(id);
    return entry != nullptr ? entry->gr_name : std::to_string(id);
}

class Doctor {
public:
    Doctor(Config config, std::string configFile)
        : config_(std::move(config)), configFile_(std::move(configFile)), looking_(config_) {}

    std::vector<Finding> look() {
        configuration();
        permissions();
        if (isLoaded_) {
            database();
            for (PluginHost::Diagnosed& one : diagnosed_)
                findings_.push_back({std::move(one.name), std::move(one.text), std::move(one.remedy)});
        }
        versions();
        return std::move(findings_);
    }

private:
    void add(std::string name, std::string text, std::string remedy = "") {
        findings_.push_back({std::move(name), std::move(text), std::move(remedy)});
    }

    void configuration() {
        try {
            PluginHost& host = looking_.host();
            host.load();
            host.databaseEngine(config_.database.engine);
            isLoaded_ = true;
            diagnosed_ = looking_.diagnose();  // before the check, which leaves those that fail it out
            checkFiles(config_);
            looking_.check();
            failures();
            add("configuration",
                configFile_ + " is good; " + std::to_string(host.statuses().size()) + " plugins can be loaded");
        } catch (const std::exception& error) {
            add("configuration", error.what(),
                "correct it; 'inkwell check-config' shows every value and where it is from");
        }
    }

    // With plugins.on_failure "degrade" nothing throws for them.
    void failures() {
        std::string failed;
        for (const PluginStatus& one : looking_.host().statuses())
            if (one.state == PluginState::Failed) failed += (failed.empty() ? "" : "\n") + one.id + ": " + one.reason;
        if (!failed.empty()) throw PluginStartError(failed);
    }

    void permissions() {
        const fs::path folder = fs::absolute(config_.data.directory);
        struct stat status {};
        if (stat(folder.c_str(), &status) != 0) {
            if (errno != ENOENT) return add("permissions", cannotRead(folder), remedyOfOwner(folder));
            return secrets("the data directory " + folder.string() + " is made at the first start");
        }
        isOwner_ = status.st_uid == geteuid();
        if (!isOwner_) {
            return add("permissions",
                       "the data directory " + folder.string() + " is of the user '" + userName(status.st_uid) +
                           "', this is run by '" + userName(geteuid()) + "'",
                       "sudo -u " + userName(status.st_uid) + " inkwell doctor --config " + configFile_);
        }
        hasData_ = !fs::is_empty(folder);
        if ((status.st_mode & S_IWOTH) != 0)
            return add("permissions", "everybody may write in " + folder.string(), "chmod o-w " + folder.string());
        secrets(folder.string() + " can be written");
    }

    void secrets(const std::string& directory) {
        const auto [open, remedy] = openSecrets();
        if (!open.empty()) return add("permissions", "everybody may read the secrets in" + open, remedy);
        add("permissions", directory + ", and secrets are read by their users alone");
    }

    static std::string cannotRead(const fs::path& path) { return "'" + path.string() + "' cannot be read"; }
    static std::string remedyOfOwner(const fs::path& path) {
        return "run this as the server's user, or give it the folders above '" + path.string() + "'";
    }

    /// " FILE FILE" with secrets in them that others may read, and how this user alone, who is the server's, still can.
    std::pair<std::string, std::string> openSecrets() const {
        std::string open;
        bool areAllOwn = true;
        for (const std::string& file : filesOfSecrets()) {
            struct stat status {};
            if (stat(file.c_str(), &status) != 0 || (status.st_mode & S_IROTH) == 0 || !isReachable(file)) continue;
            open += " " + file;
            areAllOwn = areAllOwn && status.st_uid == geteuid();
        }
        return {open, areAllOwn ? "chmod o-r" + open
                                : "sudo chown root:" + groupName(getegid()) + open + " && sudo chmod 0640" + open};
    }

    /// Settings files that have a secret, and the files that settings name for one.
    std::set<std::string> filesOfSecrets() const {
        std::set<std::string> files;
        if (!config_.http.tlsKey.empty()) files.insert(config_.http.tlsKey);
        const auto addReferred = [&](const ValueSource& source) {
            static constexpr std::string_view kFile = "file:";
            if (source.reference.starts_with(kFile)) files.insert(source.reference.substr(kFile.size()));
        };
        for (const auto& [key, source] : config_.keySources) addReferred(source);
        for (const auto& [plugin, settings] : config_.pluginSettings) {
            for (const auto& member : settings) {
                const std::string key = plugin + "." + std::string(member.key());
                const ValueSource source = sourceOf(config_.settingSources, key);
                addReferred(source);
                if (!source.reference.empty() || shownValue(key, member.value(), source) != kHidden) continue;
                const std::string value(textOf(settings, member.key()));
                std::error_code unknown;  // a folder that one may not look into, or no path at all
                files.insert(value.starts_with('/') && fs::exists(value, unknown) ? value : source.place);
            }
        }
        return files;
    }

    /// Whether others than owner and group come through the folders above it.
    static bool isReachable(const fs::path& file) {
        std::error_code unknown;
        for (fs::path folder = fs::canonical(file, unknown).parent_path(); !folder.empty();
             folder = folder.parent_path()) {
            struct stat status {};
            if (stat(folder.c_str(), &status) == 0 && (status.st_mode & S_IXOTH) == 0) return false;
            if (folder == folder.parent_path()) break;
        }
        return true;
    }

    void database() {
        const std::string remedy = "check the settings of the plugin that has the engine '" + config_.database.engine +
                                   "' in " + config_.plugins.configDirectory + ", and that its server runs";
        DatabaseClaim* const claim = looking_.host().databaseClaim(config_.database.engine);
        // Opening a database that is not there makes its files, and whoever makes them owns them.
        if (claim != nullptr && (!isOwner_ || !claim->hasDatabase())) {
            if (!isOwner_) {
                add("database", "not looked at: it belongs to another user");
            } else if (!hasData_) {
                add("database", "is made at the first start");
            } else {
                add("database",
                    "there is none, though " + config_.data.directory + " is not empty: the next start makes one",
                    "if there was content, correct the settings, or restore the last backup with inkwell-restore");
            }
            return add("clocks", "the database has that of this machine");
        }
        try {
            if (claim != nullptr) claim->check();
            const auto session = looking_.host().databaseEngine(config_.database.engine).open();
            schema(*session);
            clock(*session);
        } catch (const DatabaseError& error) {
            add("database", error.what(), remedy);
            add("clocks", "that of the database is not known while it does not answer",
                "see the line about the database");
        }
    }

    void schema(EngineSession& session) {
        std::vector<PluginMigrations> all = {kernelMigrations()};
        for (PluginMigrations& one : looking_.host().migrations()) all.push_back(std::move(one));
        try {
            const SchemaState state = readSchema(session, all);
            const std::string engine = "the engine '" + config_.database.engine + "' answers";
            if (state.isNew) return add("database", engine + "; the first start makes its tables");
            if (const std::string problem = writeProblem(session); !problem.empty())
                return add("database", engine + ", but takes no writes: " + problem, kNoWrites);
            add("database", engine + (state.missing == 0 ? "; its tables are those of this version"
                                                         : "; the next start changes its tables in " +
                                                               std::to_string(state.missing) + " steps"));
            for (const std::string& plugin : findUnknownPlugins(session, all))
                add("database", unknownPluginText(plugin));
        } catch (const DatabaseError&) {
            throw;
        } catch (const UnfinishedRestore& error) {
            add("database", error.what(), "run inkwell-restore --replace with the backup again");
        } catch (const std::runtime_error& error) {
            add("database", error.what(), "install the version of the program that this database was last used with");
        }
    }

    /// What the next write would meet. Others that write are no fault.
    static std::string writeProblem(EngineSession& session) {
        std::string problem;
        try {
            session.begin(true);
            writeAndTakeBack(session);
        } catch (const DatabaseError& error) {
            if (error.kind() != DatabaseError::Kind::Conflict) problem = error.what();
        }
        session.rollback();
        return problem;
    }

    void clock(EngineSession& session) {
        const std::int64_t before = clock_.nowMs();
        const std::int64_t theirs = databaseClockMs(session);
        const std::int64_t apart = std::abs(theirs - (before + clock_.nowMs()) / 2);
        const std::string text = "this machine and the database are " + std::to_string(apart) + " ms apart";
        add("clocks", text, apart > kClockLimitMs ? "run an NTP client on both, and on all other servers" : "");
    }

    void versions() {
        const std::string own = "the program is " INKWELL_VERSION;
        try {
            const auto reply = askRunningServer(adminSocketPath(config_.data.directory), {{"command", "ping"}});
            if (!reply) return add("versions", own + "; no server runs in the data directory");
            const Json* server = reply->if_contains("server");
            const std::string theirs(server != nullptr && server->is_object() ? textOf(server->get_object(), "version")
                                                                              : "");
            if (theirs == INKWELL_VERSION) return add("versions", own + ", and so is " + serverText(*reply));
            add("versions", own + ", " + serverText(*reply) + " is " + (theirs.empty() ? "older" : theirs),
                "restart the server: systemctl restart inkwell");
        } catch (const std::exception& error) {
            add("versions", own + "; the server that runs cannot be asked: " + error.what(),
                "run this as the server's user");
        }
    }

    Config config_;
    std::string configFile_;
    LookingHost looking_;
    SystemClock clock_;
    std::vector<Finding> findings_;
    std::vector<PluginHost::Diagnosed> diagnosed_;
    bool isLoaded_ = false;
    bool isOwner_ = true;
    bool hasData_ = false;
};

std::vector<Finding> findingsOf(const std::string& configFile) {
    const std::string file = fs::absolute(configFile).lexically_normal().string();
    Config config;
    try {
        config = loadConfig(configFile, processEnvironment());
    } catch (const std::exception& error) {
        return {{"configuration", error.what(), "correct " + file + "; nothing else can be looked at before"}};
    }
    configureLog({config.log.format, "error", ""});
    return Doctor(std::move(config), file).look();
}

}  // namespace

int examine(const std::string& configFile, std::ostream& out) {
    bool isWell = true;
    for (Finding& finding : findingsOf(configFile)) {
        isWell = isWell && finding.remedy.empty();
        out << lineOf(std::move(finding));
    }
    out << std::flush;
    return isWell ? 0 : 1;
}

}  // namespace inkwell::kernel
