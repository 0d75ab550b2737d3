#include "kernel/app/demo.h"

#include <filesystem>
#include <fstream>
#include <ostream>
#include <sstream>

#include "inkwell/crypto.h"
#include "inkwell/media_intake.h"
#include "kernel/app/transfer.h"

namespace inkwell::kernel {

namespace {

constexpr const char* kBucket = "demo";
constexpr const char* kAdministrator = "admin@example.com";
constexpr std::size_t kPasswordLength = 20;

std::string readText(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    if (!file) throw std::runtime_error("cannot read the demo's file '" + path + "'");
    return std::move(text).str();
}

void replaceAll(std::string& text, std::string_view what, std::string_view with) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
        text.replace(at, what.size(), with);
    }
}

void importDemo(Server& server, const std::string& directory, const std::string& ownerId) {
    const Json content = parseJson(readText(directory + "/demo.bucket.json"), "demo");
    importBucket(server, content, kBucket, ownerId, [](const std::string&, std::size_t, std::size_t) {});
    MediaIntake* intake = server.plugins().find<MediaIntake>();
    const std::filesystem::path files = directory + "/media";
    if (intake == nullptr || !std::filesystem::is_directory(files)) return;
    const std::shared_ptr<const Bucket> bucket = server.plugins().find<BucketDirectory>()->findBySlug(kBucket);
    for (const auto& entry : std::filesystem::directory_iterator(files)) {
        std::ifstream bytes(entry.path(), std::ios::binary);
        intake->fill(*bucket, entry.path().filename().string(), bytes);
    }
}

}  // namespace

void prepareDemo(Server& server, const std::string& directory, std::ostream& out) {
    BucketDirectory* buckets = server.plugins().find<BucketDirectory>();
    if (buckets == nullptr) throw std::runtime_error("the demo needs a plugin that provides buckets");
    Identity* identity = server.plugins().find<Identity>();

    std::string ownerId;
    std::string signIn = "  administrator  " + std::string(kAdministrator) +
                         "  (a lost password is set anew with: inkwell user password " + kAdministrator + ")\n";
    if (identity != nullptr && !identity->hasAccounts()) {
        const std::string password = randomToken(kPasswordLength);
        ownerId = identity->addAccount(kAdministrator, password, true).id;
        signIn = "  administrator  " + std::string(kAdministrator) + "  password " + password + "  (shown once)\n";
    }
    if (!buckets->findBySlug(kBucket)) importDemo(server, directory, ownerId);
    const std::shared_ptr<const Bucket> bucket = buckets->findBySlug(kBucket);

    std::string tryThis = readText(directory + "/try.txt");
    replaceAll(tryThis, "{base_url}", server.info().baseUrl);
    replaceAll(tryThis, "{read_key}", bucket->readKey);
    replaceAll(tryThis, "{write_key}", bucket->writeKey);
    out << "\nInkwell " << server.info().version << " is ready\n\n"
        << "  address        " << server.info().baseUrl << "\n"
        << "  upload address " << server.info().uploadUrl << "\n"
        << signIn << "  bucket         " << bucket->slug << "\n"
        << "  read key       " << bucket->readKey << "\n"
        << "  write key      " << bucket->writeKey << "\n\n"
        << tryThis << std::endl;
}

}  // namespace inkwell::kernel
