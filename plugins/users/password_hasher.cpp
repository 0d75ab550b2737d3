#include "password_hasher.h"

#include <sodium.h>

#include <chrono>
#include <stdexcept>

#include "inkwell/error.h"
#include "inkwell/text.h"

namespace inkwell::users {

namespace {

constexpr std::size_t kMinCharacters = 10;
constexpr std::size_t kMaxBytes = 1024;
constexpr std::chrono::seconds kLongestWait{10};
constexpr int kRetryAfterSeconds = 5;

template <class Semaphore>
class Turn {
public:
    explicit Turn(Semaphore& turns) : turns_(turns) {
        if (!turns_.try_acquire_for(kLongestWait))
            throw ApiError::tooManyRequests("too many sign-ins at once; try again", kRetryAfterSeconds);
    }
    ~Turn() { turns_.release(); }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

private:
    Semaphore& turns_;
};

}  // namespace

PasswordHasher::PasswordHasher(std::size_t memoryBytes) : memoryBytes_(memoryBytes) {
    if (sodium_init() < 0) throw std::runtime_error("libsodium cannot be initialised");
}

std::string PasswordHasher::hash(std::string_view password) {
    Turn turn(turns_);
    char text[crypto_pwhash_STRBYTES];
    if (crypto_pwhash_str_alg(text, password.data(), password.size(), crypto_pwhash_OPSLIMIT_INTERACTIVE, memoryBytes_,
                              crypto_pwhash_ALG_ARGON2ID13) != 0)
        throw std::runtime_error("not enough memory to hash a password");
    return text;
}

bool PasswordHasher::matches(const std::optional<std::string>& storedHash, std::string_view password) {
    if (!storedHash) {
        hash(password);
        return false;
    }
    Turn turn(turns_);
    return crypto_pwhash_str_verify(storedHash->c_str(), password.data(), password.size()) == 0;
}

const char* findPasswordProblem(std::string_view password) {
    if (codePoints(password) < kMinCharacters) return "must have at least 10 characters";
    if (password.size() > kMaxBytes) return "must have at most 1024 bytes";
    return nullptr;
}

void checkPassword(std::string_view password) {
    if (const char* problem = findPasswordProblem(password))
        throw ApiError::badRequest("the password was not set", {{"password", problem}});
}

std::string tokenDigest(std::string_view token) {
    unsigned char digest[crypto_generichash_BYTES];
    crypto_generichash(digest, sizeof digest, reinterpret_cast<const unsigned char*>(token.data()), token.size(),
                       nullptr, 0);
    char hex[2 * sizeof digest + 1];
    return sodium_bin2hex(hex, sizeof hex, digest, sizeof digest);
}

}  // namespace inkwell::users
