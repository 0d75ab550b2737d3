#include "s3_stream.h"

#include <algorithm>
#include <array>
#include <streambuf>

namespace inkwell::media_store_s3 {

namespace {

constexpr std::size_t kBufferBytes = 64 * 1024;

class ExchangeBuffer : public std::streambuf {
public:
    ExchangeBuffer(std::unique_ptr<S3Exchange> exchange, std::int64_t length)
        : exchange_(std::move(exchange)), left_(length) {}

protected:
    // What read() throws sets the stream's badbit.
    int_type underflow() override {
        const auto wanted = static_cast<std::size_t>(std::min(left_, static_cast<std::int64_t>(buffer_.size())));
        const std::size_t got = exchange_->read(buffer_.data(), wanted);
        left_ -= static_cast<std::int64_t>(got);
        setg(buffer_.data(), buffer_.data(), buffer_.data() + got);
        return got == 0 ? traits_type::eof() : traits_type::to_int_type(buffer_[0]);
    }

private:
    std::unique_ptr<S3Exchange> exchange_;
    std::int64_t left_;
    std::array<char, kBufferBytes> buffer_;
};

class ExchangeStream : public std::istream {
public:
    ExchangeStream(std::unique_ptr<S3Exchange> exchange, std::int64_t length)
        : std::istream(nullptr), buffer_(std::move(exchange), length) {
        rdbuf(&buffer_);
    }

private:
    ExchangeBuffer buffer_;
};

}  // namespace

std::unique_ptr<std::istream> streamOf(std::unique_ptr<S3Exchange> exchange, std::int64_t length) {
    return std::make_unique<ExchangeStream>(std::move(exchange), length);
}

}  // namespace inkwell::media_store_s3
