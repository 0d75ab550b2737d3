#include "kernel/commands/commands.h"

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>

#include "inkwell/account_admin.h"
#include "inkwell/role_name.h"
#include "inkwell/text.h"
#include "inkwell/type_declarations.h"
#include "kernel/app/looking_host.h"
#include "kernel/app/output_file.h"
#include "kernel/app/server.h"
#include "kernel/app/server_services.h"
#include "kernel/app/transfer.h"
#include "kernel/commands/addressed_server.h"
#include "kernel/commands/config_view.h"
#include "kernel/commands/content.h"
#include "kernel/commands/doctor.h"
#include "kernel/commands/input_file.h"
#include "kernel/commands/password_prompt.h"
#include "kernel/commands/plugin_new.h"
#include "kernel/commands/plugin_switch.h"
#include "kernel/commands/schema.h"
#include "kernel/commands/settings_table.h"

namespace inkwell::kernel {

namespace {

// The exit code of commands that did what they were told, but for the mail.
constexpr int kNotMailed = 4;

constexpr const char* kAccounts = "provides accounts";

Config configOf(const CommandLine& line) { return loadConfig(line.configFile, processEnvironment()); }

// Commands beside `serve` print their own result; the log stays for what goes wrong, and on the terminal: a file that
// root made could not be written by the server.
Config quietConfigOf(const CommandLine& line) {
    Config config = configOf(line);
    configureLog({config.log.format, "warn", ""});
    return config;
}

// For the commands that work in the database, beside a server or without one.
Config databaseConfigOf(const CommandLine& line) {
    Config config = quietConfigOf(line);
    announceDatabase(config, line.configFile);
    return config;
}

int invite(Server& server, const std::string& email) {
    const AccountAdmin::Invitation invitation = serviceOf<AccountAdmin>(server, kAccounts).invite(email);
    std::cout << "one-time invitation: ";
    if (invitation.address.empty()) {
        std::cout << "POST " << server.info().baseUrl << "/v2/invitations/" << invitation.token
                  << " {\"password\": \"...\"}\n"
                  << "in a browser, where the dashboard runs: " << invitation.dashboardPage << "\n";
    } else {
        std::cout << invitation.address << "\n";
    }
    if (invitation.mailed) std::cout << "it was mailed to " << asciiLower(email) << "\n";
    if (invitation.mailProblem.empty()) return 0;
    std::cerr << "inkwell: the invitation of " << asciiLower(email) << " was not mailed: " << invitation.mailProblem
              << "\n";
    return kNotMailed;
}

int userAdd(const CommandLine& line) {
    Server server(databaseConfigOf(line));
    server.open();
    const Account account = serviceOf<Identity>(server, kAccounts).addAccount(line.email, "", line.admin);
    std::cout << "added " << account.email << " (" << account.id << ")\n";
    return invite(server, account.email);
}

int userInvite(const CommandLine& line) {
    Server server(databaseConfigOf(line));
    server.openExisting();
    return invite(server, line.arguments[0]);
}

int userRole(const CommandLine& line) {
    const std::string email = asciiLower(line.arguments[0]);
    const std::string& name = line.arguments[1];
    const std::optional<Role> role = parseRole(name);
    if (!role) {
        throw std::runtime_error("'" + name + "' is not a role; roles are admin, developer, editor and contributor");
    }
    Server server(databaseConfigOf(line));
    server.openExisting();
    const std::shared_ptr<const Bucket> bucket = bucketCalled(server, line.bucket);
    serviceOf<AccountAdmin>(server, kAccounts).setRole(email, *bucket, *role);
    std::cout << email << " is " << name << " of bucket '" << bucket->slug << "'\n";
    return 0;
}

int userRemove(const CommandLine& line) {
    Server server(databaseConfigOf(line));
    server.openExisting();
    const Account account = serviceOf<AccountAdmin>(server, kAccounts).remove(line.arguments[0]);
    std::cout << "removed " << account.email << " (" << account.id << ") with its sessions and roles\n";
    return 0;
}

int userPassword(const CommandLine& line) {
    Server server(databaseConfigOf(line));
    server.openExisting();
    serviceOf<Identity>(server, kAccounts).setPassword(line.arguments[0], readNewPassword());
    std::cout << "the password of " << asciiLower(line.arguments[0]) << " was set; all its sessions ended\n";
    return 0;
}

void printSummary(const BucketImported& summary, const std::string& slug) {
    std::cout << "imported into bucket '" << slug << "'" << (summary.bucketCreated ? " (new)" : "") << "\n";
    for (const auto& [section, counts] : summary.sections) {
        std::cout << "  " << section << ": " << counts.created << " created, " << counts.updated << " updated, "
                  << counts.unchanged << " unchanged\n";
    }
    for (const auto& [text, times] : summary.notes) std::cout << "  note (" << times << "x): " << text << "\n";
}

// The only time that the operator sees the keys: a bucket made here has no user yet who could ask.
void printKeysAndNextStep(const Bucket& bucket) {
    std::cout << "  read key       " << bucket.readKey << "\n  write key      " << bucket.writeKey << "\n"
              << "nobody has a role in it yet; an account gets one with: inkwell user role EMAIL admin --bucket "
              << bucket.slug << "\n";
}

int importFile(const CommandLine& line) {
    const std::string& path = line.arguments[0];
    std::ifstream file = openInput(path);
    Server server(databaseConfigOf(line));
    server.open();
    const bool terminal = isatty(STDERR_FILENO) != 0;
    const auto progress = [terminal](const std::string& section, std::size_t done, std::size_t total) {
        if (terminal || done == total) std::cerr << (terminal ? "\r" : "") << section << " " << done << "/" << total;
        if (done == total) std::cerr << "\n";
    };
    try {
        const BucketImported summary = importBucket(server, file, line.bucket, "", progress);
        printSummary(summary, line.bucket);
        if (summary.bucketCreated) printKeysAndNextStep(*bucketCalled(server, line.bucket));
    } catch (const ImportError& error) {
        std::cerr << "'" << path << "' was not imported; nothing was changed\n" << error.what() << "\n";
        return 1;
    } catch (const ApiError&) {
        std::cerr << "'" << path << "' was not imported; nothing was changed\n";
        throw;
    }
    return 0;
}

// To --output FILE, or to standard output. Returns the exit code.
int writeOutput(const CommandLine& line, const std::string& text) {
    if (line.output.empty()) {
        std::cout << text;
    } else {
        writeOutputFile(line.output, text);
    }
    return 0;
}

int schema(const CommandLine& line) {
    Server server(databaseConfigOf(line));
    line.command == "schema apply" ? server.openExisting() : server.openToRead();
    const std::string& directory = line.arguments[0];
    if (line.command == "schema pull") return pullSchema(server, line.bucket, directory, std::cout);
    if (line.command == "schema diff") return diffSchema(server, line.bucket, directory, std::cout);
    return applySchema(server, line.bucket, directory, line.mayDestroy, std::cout);
}

// In a file, because every user of the machine sees the words of a command.
std::string tokenIn(const std::string& path, const std::string& option) {
    if (path.empty()) throw std::runtime_error("an address needs --" + option + " FILE, with a token in the file");
    std::ifstream file = openInput(path, " (--" + option + ")");
    std::string token;
    if (!(file >> token)) throw std::runtime_error("there is no token in the file '" + path + "'");
    return token;
}

int content(const CommandLine& line) {
    std::optional<Server> server;
    const auto sideOf = [&](const std::string& bucket, const std::string& token, const std::string& option) {
        if (isAddress(bucket)) {
            std::unique_ptr<ContentSide> side = remoteSide(bucket, tokenIn(token, option));
            if (isReadable(bucket)) {
                std::cerr << "inkwell: the token goes to " << bucket << " without encryption; use https\n";
            }
            return side;
        }
        if (!server) {
            server.emplace(databaseConfigOf(line));
            line.command == "content diff" ? server->openToRead() : server->openExisting();
        }
        return localSide(*server, bucket);
    };
    const std::unique_ptr<ContentSide> from = sideOf(line.from, line.fromToken, "from-token");
    const std::unique_ptr<ContentSide> to = sideOf(line.to, line.toToken, "to-token");
    return line.command == "content diff" ? diffContent(*from, *to, line.mayDelete, std::cout)
                                          : applyContent(*from, *to, line.mayDelete, std::cout);
}

int exportFile(const CommandLine& line) {
    Server server(databaseConfigOf(line));
    server.openToRead();
    const auto write = [&](std::ostream& file) {
        exportBucket(server, line.bucket, file, BucketFileForm::Pretty);
        file << "\n";
    };
    if (line.output.empty()) {
        write(std::cout);
    } else {
        writeOutputFile(line.output, write);
    }
    return 0;
}

int writeTypes(const CommandLine& line) {
    Server server(databaseConfigOf(line));
    server.openToRead();
    auto& declarations = serviceOf<TypeDeclarations>(server, "provides object types");
    return writeOutput(line, declarations.typeScript(*bucketCalled(server, line.bucket)));
}

/// What `serve` would claim, for a restore, as long as standard input is open.
int claimDatabase(const Config& config) {
    LookingHost looking(config);
    looking.host().load();
    DatabaseClaim* const claim = looking.host().databaseClaim(config.database.engine);
    const std::shared_ptr<void> held = claim == nullptr ? nullptr : claim->claimForRestore();
    std::cout << "the database is claimed\n" << std::flush;
    std::cin.ignore(std::numeric_limits<std::streamsize>::max());
    return 0;
}

int reloadServer(const std::string& configFile) {
    const auto reply = AddressedServer(configFile).ask({{"command", "reload"}});
    if (!reply) {
        std::cout << "there is nothing to reload; the configuration holds from the next start on\n";
        return kWaitsForNextStart;
    }
    if (reply->contains("error")) {
        std::cerr << "inkwell: the old configuration stays: " << textOf(*reply, "error") << "\n";
        return 1;
    }
    bool isAny = false;
    for (const char* part : {"applied", "restart", "failed"}) {
        for (const Json& line : *arrayOf(*reply, part)) std::cout << line.as_string().c_str() << "\n";
        isAny = isAny || !arrayOf(*reply, part)->empty();
    }
    if (!isAny) std::cout << "nothing has changed\n";
    return 0;
}

int run(const CommandLine& line) {
    const std::string& command = line.command;
    if (command == "serve") return serve(line);
    if (command == "check-config") return checkConfig(quietConfigOf(line), line.configFile);
    if (command == "doctor") return examine(line.configFile, std::cout);
    if (command == "claim-database") return claimDatabase(quietConfigOf(line));
    if (command == "settings") return printSettingsTable(quietConfigOf(line), std::cout);
    if (command == "reload") return reloadServer(line.configFile);
    if (command == "plugins") return listPlugins(line.configFile);
    if (command == "plugins enable") return switchPlugin(line.configFile, line.arguments[0], true);
    if (command == "plugins disable") return switchPlugin(line.configFile, line.arguments[0], false);
    if (command == "plugin new") return makePluginProject({line.arguments[0], line.arguments[1], line.directory});
    if (command == "user add") return userAdd(line);
    if (command == "user invite") return userInvite(line);
    if (command == "user role") return userRole(line);
    if (command == "user remove") return userRemove(line);
    if (command == "user password") return userPassword(line);
    if (command == "import") return importFile(line);
    if (command == "export") return exportFile(line);
    if (command.starts_with("schema ")) return schema(line);
    if (command.starts_with("content ")) return content(line);
    if (command == "types") return writeTypes(line);
    if (command == "version") {
        std::cout << INKWELL_VERSION "\n";
    } else {
        std::cout << helpText(line.arguments.empty() ? "" : line.arguments[0]);
    }
    return 0;
}

}  // namespace

int runCommand(const CommandLine& line) {
    try {
        return run(line);
    } catch (const ApiError& error) {
        std::cerr << "inkwell: " << error.message() << "\n";
        for (const Problem& problem : error.problems())
            std::cerr << "  " << problem.path << ": " << problem.message << "\n";
    } catch (const std::exception& error) {
        std::cerr << "inkwell: " << error.what() << "\n";
    }
    return 1;
}

}  // namespace inkwell::kernel
