#include "contents/late_stream.h"

#include <array>
#include <stdexcept>
#include <streambuf>
#include <utility>

namespace inkwell::media {

namespace {

constexpr std::size_t kBufferBytes = 64 * 1024;

class LateBuffer : public std::streambuf {
public:
    LateBuffer(std::function<std::shared_ptr<std::istream>()> open, std::istream& owner)
        : open_(std::move(open)), owner_(owner) {}

protected:
    int_type underflow() override {
        if (!opened_) {
            opened_ = open_();
            // From now on what is thrown below sets badbit, and nothing else.
            owner_.exceptions(std::ios::goodbit);
        }
        opened_->read(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
        const auto got = opened_->gcount();
        if (got == 0 && opened_->bad()) throw std::runtime_error("the content cannot be read");
        setg(buffer_.data(), buffer_.data(), buffer_.data() + got);
        return got == 0 ? traits_type::eof() : traits_type::to_int_type(buffer_[0]);
    }

private:
    std::function<std::shared_ptr<std::istream>()> open_;
    std::istream& owner_;
    std::shared_ptr<std::istream> opened_;
    std::array<char, kBufferBytes> buffer_;
};

class LateStream : public std::istream {
public:
    explicit LateStream(std::function<std::shared_ptr<std::istream>()> open)
        : std::istream(nullptr), buffer_(std::move(open), *this) {
        rdbuf(&buffer_);
        exceptions(std::ios::badbit);
    }

private:
    LateBuffer buffer_;
};

}  // namespace

std::unique_ptr<std::istream> openLate(std::function<std::shared_ptr<std::istream>()> open) {
    return std::make_unique<LateStream>(std::move(open));
}

}  // namespace inkwell::media
