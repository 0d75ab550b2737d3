#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace inkwell::users {

/// When tokens were used last, by their digests, until that is stored: a request that reads need not write for it. Of
/// this server, bounded. Any thread.
class TokenUses {
public:
    using Uses = std::map<std::string, std::int64_t>;

    explicit TokenUses(std::size_t maxTokens = 50'000) : maxTokens_(maxTokens) {}

    /// Forgotten when it would be one token too many.
    void note(const std::string& userId, const std::string& digest, std::int64_t nowMs);
    Uses of(const std::string& userId) const;
    /// Of all accounts, which are forgotten by that.
    Uses take();

private:
    const std::size_t maxTokens_;
    mutable std::mutex mutex_;
    std::map<std::string, Uses> byUser_;
    std::size_t count_ = 0;
};

}  // namespace inkwell::users
