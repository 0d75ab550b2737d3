#include "queue/sender_identity.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <array>

#include "inkwell/crypto.h"

namespace inkwell::webhooks {

namespace {

constexpr std::size_t kSecretBytes = 16;
constexpr std::size_t kHalfClaimBytes = 6;

// What the file holds; it gets random bytes when it has none. "" when that is not possible.
std::string secretOf(int file) {
    std::array<char, kSecretBytes> bytes{};
    if (::pread(file, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size())) {
        return {bytes.data(), bytes.size()};
    }
    const std::string made = randomBytes(kSecretBytes);
    const bool written = ::pwrite(file, made.data(), made.size(), 0) == static_cast<ssize_t>(made.size());
    return written ? made : "";
}

// A copy of the data directory, which a second server may have, is another file.
std::string placeOf(int file) {
    struct stat facts {};
    utsname machine{};
    if (::fstat(file, &facts) != 0 || ::uname(&machine) != 0) return "";
    return std::string(machine.nodename) + " " + std::to_string(facts.st_ino);
}

}  // namespace

SenderIdentity::SenderIdentity(const std::string& dataDirectory) {
    std::string secret;
    if (!dataDirectory.empty()) {
        file_ = ::open((dataDirectory + "/webhooks-sender").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
        if (file_ >= 0 && ::flock(file_, LOCK_EX | LOCK_NB) == 0) secret = secretOf(file_);
    }
    if (secret.empty()) secret = randomBytes(kSecretBytes);
    prefix_ = toHex(sha256(secret + placeOf(file_)).substr(0, kHalfClaimBytes));
}

SenderIdentity::~SenderIdentity() {
    if (file_ >= 0) ::close(file_);
}

std::string SenderIdentity::newClaim() const { return prefix_ + toHex(randomBytes(kHalfClaimBytes)); }

}  // namespace inkwell::webhooks
