#include "accounts/decoy_hash.h"

#include <algorithm>
#include <cstdint>

#include "inkwell/crypto.h"

namespace inkwell::users {

namespace {

constexpr std::size_t kDigits = 12;
constexpr int kHex = 16;

}  // namespace

std::optional<std::string> decoyHash(AccountStore& store, const std::string& email) {
    const std::optional<StoredHash> first = store.findHashFrom("");
    if (!first) return std::nullopt;
    const std::string draw = hmacSha256(first->hash, email);
    const auto drawn = store.findHashFrom(placeBetween(first->userId, store.highestId(), draw));
    return drawn ? drawn->hash : first->hash;
}

// Of the digits behind those that all ids between the two begin with.
std::string placeBetween(const std::string& first, const std::string& last, const std::string& draw) {
    const auto same = static_cast<std::size_t>(
        std::mismatch(first.begin(), first.end(), last.begin(), last.end()).first - first.begin());
    const std::size_t digits = std::min(kDigits, std::min(first.size(), last.size()) - same);
    if (digits == 0) return first;
    const std::uint64_t low = std::stoull(first.substr(same, digits), nullptr, kHex);
    const std::uint64_t high = std::stoull(last.substr(same, digits), nullptr, kHex);
    std::uint64_t place = 0;
    for (std::size_t i = 0; i < sizeof place; ++i) place = place << 8U | static_cast<unsigned char>(draw[i]);
    place = low + place % (high - low + 1);
    std::string text(digits, '0');
    for (std::size_t i = digits; i-- > 0; place /= kHex) text[i] = "0123456789abcdef"[place % kHex];
    return first.substr(0, same) + text;
}

}  // namespace inkwell::users
