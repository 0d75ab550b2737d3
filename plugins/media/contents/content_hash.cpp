#include "contents/content_hash.h"

#include <openssl/evp.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "inkwell/crypto.h"

namespace inkwell::media {

namespace {

constexpr std::int64_t kHashedHereBytes = 1024 * 1024;
constexpr std::size_t kMaxWaiting = 4;

}  // namespace

// What it adds to belongs to the thread until end().
class ContentHash::Worker {
public:
    explicit Worker(ContentHash& hash) : hash_(hash), thread_([this] { run(); }) {}
    ~Worker() { end(); }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    void add(std::string_view bytes) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return waiting_.size() < kMaxWaiting; });
        std::string block;
        if (!spare_.empty()) {  // with its memory
            block = std::move(spare_.back());
            spare_.pop_back();
        }
        block.assign(bytes);
        waiting_.push_back(std::move(block));
        changed_.notify_all();
    }

    void end() {
        {
            const std::lock_guard lock(mutex_);
            ended_ = true;
        }
        changed_.notify_all();
        if (thread_.joinable()) thread_.join();
    }

private:
    void run() {
        std::unique_lock lock(mutex_);
        while (true) {
            changed_.wait(lock, [this] { return ended_ || !waiting_.empty(); });
            if (waiting_.empty()) return;
            std::string block = std::move(waiting_.front());
            lock.unlock();
            hash_.add(block);
            lock.lock();
            waiting_.pop_front();
            spare_.push_back(std::move(block));
            changed_.notify_all();
        }
    }

    ContentHash& hash_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::string> waiting_;  // the first one is being hashed
    std::vector<std::string> spare_;
    bool ended_ = false;
    std::thread thread_;  // last: it uses the rest
};

void ContentHash::Free::operator()(evp_md_ctx_st* context) const noexcept { EVP_MD_CTX_free(context); }

ContentHash::ContentHash() : context_(EVP_MD_CTX_new()) {
    if (!context_ || EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) != 1) {
        throw std::runtime_error("libcrypto cannot compute SHA-256");
    }
}

ContentHash::~ContentHash() = default;

void ContentHash::add(std::string_view bytes) { EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()); }

void ContentHash::update(std::string_view bytes) {
    if (worker_) return worker_->add(bytes);
    add(bytes);
    hashedHere_ += static_cast<std::int64_t>(bytes.size());
    if (hashedHere_ >= kHashedHereBytes) worker_ = std::make_unique<Worker>(*this);
}

std::string ContentHash::finish() {
    if (worker_) worker_->end();
    std::string hash(EVP_MAX_MD_SIZE, '\0');
    unsigned int size = 0;
    if (EVP_DigestFinal_ex(context_.get(), reinterpret_cast<unsigned char*>(hash.data()), &size) != 1) {
        throw std::runtime_error("libcrypto cannot compute SHA-256");
    }
    hash.resize(size);
    return toHex(hash);
}

}  // namespace inkwell::media
