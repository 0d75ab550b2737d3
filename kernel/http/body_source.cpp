#include "kernel/http/body_source.h"

#include <Poco/Exception.h>

#include <algorithm>

#include "inkwell/error.h"

namespace inkwell::kernel {

namespace {

// A receive timeout alone would let a client hold a thread for ever by sending one byte now and then.
constexpr std::int64_t kLeastBytesPerSecond = 4096;
constexpr std::chrono::seconds kAskAgainAfter{1};

ApiError tooSlow() { return ApiError(408, "timeout", "the body did not arrive in time"); }

ApiError brokeOff() { return ApiError::badRequest("the connection broke off in the middle of the body"); }

}  // namespace

ApiError bodyTooLarge(std::int64_t maxBytes) {
    return ApiError::tooLarge("the body is larger than the " + std::to_string(maxBytes) + " bytes allowed");
}

BodySource::BodySource(std::streambuf& source, std::int64_t length, std::chrono::milliseconds patience,
                       std::int64_t maxBytes)
    : source_(source), length_(length), patience_(patience), maxBytes_(maxBytes), ended_(length == 0) {}

std::int64_t BodySource::remaining() const noexcept {
    return length_ == kUnknownLength ? kUnknownLength : length_ - taken_;
}

BodySource::int_type BodySource::underflow() {
    const std::streamsize count = receive(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
    if (count == 0) return traits_type::eof();
    setg(buffer_.data(), buffer_.data(), buffer_.data() + count);
    return traits_type::to_int_type(buffer_.front());
}

std::streamsize BodySource::xsgetn(char* to, std::streamsize count) {
    std::streamsize done = std::min<std::streamsize>(count, egptr() - gptr());
    std::copy_n(gptr(), done, to);
    setg(eback(), gptr() + done, egptr());
    while (count - done >= static_cast<std::streamsize>(buffer_.size())) {
        const std::streamsize received = receive(to + done, count - done);
        if (received == 0) return done;
        done += received;
    }
    return done < count ? done + std::streambuf::xsgetn(to + done, count - done) : done;
}

// Counts what comes; 0 at the end of the body.
std::streamsize BodySource::receive(char* to, std::streamsize room) {
    if (failed_) return 0;
    failed_ = true;  // until this step is known to be good
    std::streamsize count = 0;
    while (count == 0 && !ended_) {  // the beginning of a chunk has no bytes of the body
        count = takeOfBody(to, wantedBytes(room));
        taken_ += count;
        if (watcher_ != nullptr) watcher_->add({to, static_cast<std::size_t>(count)});
        ended_ = taken_ == length_ || chunks_.ended();
        if (ended_ && watcher_ != nullptr) watcher_->end();
        if (taken_ > maxBytes_) throw bodyTooLarge(maxBytes_);
        checkSpeed();
        askAgain();
    }
    failed_ = false;
    return count;
}

std::streamsize BodySource::takeOfBody(char* to, std::streamsize wanted) {
    const std::streamsize count = take(to, wanted);
    if (length_ != kUnknownLength) {
        if (count == 0) throw ApiError::badRequest("the body is shorter than its Content-Length");
        return count;
    }
    if (count == 0) throw brokeOff();
    const auto bytes = chunks_.decode(to, static_cast<std::size_t>(count));
    if (!bytes) throw ApiError::badRequest("the body is not in well-formed chunks");
    return static_cast<std::streamsize>(*bytes);
}

std::streamsize BodySource::wantedBytes(std::streamsize room) const noexcept {
    return length_ == kUnknownLength ? room : std::min<std::streamsize>(room, length_ - taken_);
}

std::streamsize BodySource::take(char* to, std::streamsize wanted) {
    try {
        return source_.sgetn(to, wanted);
    } catch (const Poco::TimeoutException&) {
        throw tooSlow();
    } catch (const Poco::Exception&) {
        throw brokeOff();
    }
}

void BodySource::checkSpeed() const {
    const auto allowed = patience_ + std::chrono::milliseconds(taken_ * 1000 / kLeastBytesPerSecond);
    if (!ended_ && std::chrono::steady_clock::now() - begin_ > allowed) throw tooSlow();
}

void BodySource::askAgain() {
    if (!ask_) return;
    const auto now = std::chrono::steady_clock::now();
    if (!ended_ && now - asked_ < kAskAgainAfter) return;
    asked_ = now;
    ask_();
}

}  // namespace inkwell::kernel
