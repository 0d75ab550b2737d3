#include "accounts/password_hasher.h"

#include <sodium.h>

#include <stdexcept>

#include "inkwell/crypto.h"
#include "inkwell/error.h"
#include "inkwell/text.h"

namespace inkwell::users {

namespace {

constexpr std::size_t kMinCharacters = 10;

}  // namespace

PasswordHasher::PasswordHasher(std::size_t memoryBytes) : memoryBytes_(memoryBytes) {
    if (sodium_init() < 0) throw std::runtime_error("libsodium cannot be initialised");
}

std::string PasswordHasher::hash(const HashingTurns::Turn&, std::string_view password) {
    char text[crypto_pwhash_STRBYTES];
    if (crypto_pwhash_str_alg(text, password.data(), password.size(), crypto_pwhash_OPSLIMIT_INTERACTIVE, memoryBytes_,
                              crypto_pwhash_ALG_ARGON2ID13) != 0)
        throw std::runtime_error("not enough memory to hash a password");
    return text;
}

bool PasswordHasher::matches(const HashingTurns::Turn& turn, const std::optional<std::string>& storedHash,
                             const std::optional<std::string>& decoy, std::string_view password) {
    if (!storedHash && !decoy) {
        hash(turn, password);
        return false;
    }
    const std::string& compared = storedHash ? *storedHash : *decoy;
    const bool isIt = crypto_pwhash_str_verify(compared.c_str(), password.data(), password.size()) == 0;
    return isIt && storedHash;
}

bool PasswordHasher::isOutdated(const std::string& storedHash) const {
    return crypto_pwhash_str_needs_rehash(storedHash.c_str(), crypto_pwhash_OPSLIMIT_INTERACTIVE, memoryBytes_) != 0;
}

const char* findPasswordProblem(std::string_view password) {
    if (codePoints(password) < kMinCharacters) return "must have at least 10 characters";
    if (password.size() > kMaxPasswordBytes) return "must have at most 1024 bytes";
    return nullptr;
}

void checkPassword(std::string_view password) {
    const char* problem = findPasswordProblem(password);
    if (problem == nullptr) return;
    Problems problems;
    problems.add("password", problem);
    problems.throwIfAny("the password was not set");
}

std::string tokenDigest(std::string_view token) { return toHex(Digest::of(token)); }

}  // namespace inkwell::users
