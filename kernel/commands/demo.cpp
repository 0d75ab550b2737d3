#include "kernel/commands/demo.h"

#include <filesystem>
#include <fstream>
#include <ostream>
#include <sstream>

#include "inkwell/account_admin.h"
#include "inkwell/crypto.h"
#include "inkwell/media_intake.h"
#include "kernel/app/transfer.h"
#include "kernel/runtime/exception_text.h"

namespace inkwell::kernel {

namespace {

constexpr const char* kBucket = "demo";
constexpr const char* kAdministrator = "admin@example.com";
constexpr const char* kEditor = "editor@example.com";
constexpr std::size_t kPasswordLength = 20;
constexpr const char* kContentFile = "/demo.bucket.json";
constexpr const char* kTextFile = "/try.txt";

std::ifstream openFile(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot read the demo's file '" + path + "'");
    return file;
}

std::string readText(const std::string& path) {
    std::ostringstream text;
    text << openFile(path).rdbuf();
    return std::move(text).str();
}

void replaceAll(std::string& text, std::string_view what, std::string_view with) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
        text.replace(at, what.size(), with);
    }
}

// What is there already stays, and what somebody has removed does not come back: a start may have been cut off here.
void fillMedia(Server& server, const std::string& directory, const Bucket& bucket) {
    MediaIntake* intake = server.plugins().find<MediaIntake>();
    const std::filesystem::path files = directory + "/media";
    if (intake == nullptr || !std::filesystem::is_directory(files)) return;
    for (const auto& entry : std::filesystem::directory_iterator(files)) {
        std::ifstream bytes(entry.path(), std::ios::binary);
        try {
            intake->fill(bucket, entry.path().filename().string(), bytes);
        } catch (const ApiError& error) {
            if (error.status() == 404) continue;
            // The reason of a store is for the operator, who is here.
            throw std::runtime_error("the demo's file '" + entry.path().filename().string() + "' cannot be stored: " +
                                     exceptionText() + "; the next start with --demo goes on from here");
        }
    }
}

std::string lineOf(std::string title, const std::string& email, const std::string& password) {
    title.resize(15, ' ');
    const std::string secret = password.empty()
                                   ? "(a lost password is set anew with: inkwell user password " + email + ")"
                                   : "password " + password + "  (shown once)";
    return "  " + title + email + "  " + secret + "\n";
}

// Two people, so that one can see what the other does.
std::string addEditor(Server& server, Identity& identity, const Bucket& bucket) {
    AccountAdmin* const accounts = server.plugins().find<AccountAdmin>();
    if (accounts == nullptr) return "";
    std::string password = randomToken(kPasswordLength);
    identity.addAccount(kEditor, password, false);
    accounts->setNames(kEditor, "Edgar", "Finch");
    accounts->setNames(kAdministrator, "Alma", "Voss");
    accounts->setRole(kEditor, bucket, Role::Editor);
    return password;
}

struct Made {
    std::string administratorPassword;  // "": there are accounts already
    std::string editorPassword;
    bool lacksAdmin = false;  // of the bucket, made beside them
};

// All or nothing: a start that was cut off would leave accounts without content, or the other way round.
Made makeContent(Server& server, BucketDirectory& buckets, const std::string& directory) {
    return server.database().write([&](Sql&) {
        Made made;
        std::string ownerId;
        Identity* identity = server.plugins().find<Identity>();
        if (identity != nullptr && !identity->hasAccounts()) {
            made.administratorPassword = randomToken(kPasswordLength);
            ownerId = identity->addAccount(kAdministrator, made.administratorPassword, true).id;
        }
        if (!buckets.findBySlug(kBucket)) {
            std::ifstream content = openFile(directory + kContentFile);
            importBucket(server, content, kBucket, ownerId, [](const std::string&, std::size_t, std::size_t) {});
            made.lacksAdmin = identity != nullptr && ownerId.empty();
        }
        if (!ownerId.empty()) made.editorPassword = addEditor(server, *identity, *buckets.findBySlug(kBucket));
        return made;
    });
}

std::string accountsOf(const Made& made) {
    if (made.lacksAdmin) {
        return std::string(
                   "  accounts       those that were here; one gets a role in the bucket with: inkwell user role ") +
               "EMAIL admin --bucket " + kBucket + "\n";
    }
    return lineOf("administrator", kAdministrator, made.administratorPassword) +
           lineOf("editor", kEditor, made.editorPassword);
}

void makeDemo(Server& server, const std::string& directory, std::ostream& out) {
    BucketDirectory* buckets = server.plugins().find<BucketDirectory>();
    if (buckets == nullptr) throw std::runtime_error("the demo needs a plugin that provides buckets");
    const Made made = makeContent(server, *buckets, directory);
    const std::shared_ptr<const Bucket> bucket = buckets->findBySlug(kBucket);
    // The passwords first: they are shown once, and a store may be away.
    out << "\nInkwell " << server.info().version << " is ready\n\n"
        << "  address        " << server.info().baseUrl << "\n"
        << "  upload address " << server.info().uploadUrl << "\n"
        << accountsOf(made) << std::flush;
    fillMedia(server, directory, *bucket);

    std::string tryThis = readText(directory + kTextFile);
    replaceAll(tryThis, "{base_url}", server.info().baseUrl);
    replaceAll(tryThis, "{read_key}", bucket->readKey);
    replaceAll(tryThis, "{write_key}", bucket->writeKey);
    out << "  bucket         " << bucket->slug << "\n"
        << "  read key       " << bucket->readKey << "\n"
        << "  write key      " << bucket->writeKey << "\n\n"
        << tryThis << std::endl;
}

}  // namespace

void requireDemo(const std::string& directory) {
    for (const char* name : {kContentFile, kTextFile}) openFile(directory + name);
}

// One server after the other: those that start together on an empty database would all make the demo.
void prepareDemo(Server& server, const std::string& directory, std::ostream& out) {
    DatabaseEngine& engine = server.database().engine();
    const std::unique_ptr<EngineSession> session = engine.open();
    engine.withMigrationLock(*session, [&] { makeDemo(server, directory, out); });
}

}  // namespace inkwell::kernel
