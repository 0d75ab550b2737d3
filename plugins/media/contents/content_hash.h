#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "inkwell/crypto.h"

namespace inkwell::media {

/// Computes the BLAKE2b-256 of a file as it arrives. After the first megabyte a separate thread hashes while the caller
/// receives and writes; otherwise hashing would take half of an upload's time. Used by one thread; bounded memory.
class ContentHash {
public:
    ContentHash();
    ~ContentHash();
    ContentHash(const ContentHash&) = delete;
    ContentHash& operator=(const ContentHash&) = delete;

    void update(std::string_view bytes);
    /// Returns lower-case hex. Call once, last.
    std::string finish();

private:
    class Worker;
    Digest digest_;
    std::int64_t hashedHere_ = 0;
    std::unique_ptr<Worker> worker_;
};

}  // namespace inkwell::media
