#pragma once

#include <sodium.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace inkwell::media {

/// BLAKE2b-256 of a file as it comes. Past the first megabyte a thread of its own hashes while the caller receives and
/// writes, or hashing would take half of an upload's time. Used by one thread; some blocks of memory.
class ContentHash {
public:
    ContentHash();
    ~ContentHash();
    ContentHash(const ContentHash&) = delete;
    ContentHash& operator=(const ContentHash&) = delete;

    void update(std::string_view bytes);
    /// Lower-case hex. Called once, last.
    std::string finish();

private:
    class Worker;
    crypto_generichash_state state_;
    std::int64_t hashedHere_ = 0;
    std::unique_ptr<Worker> worker_;
};

}  // namespace inkwell::media
