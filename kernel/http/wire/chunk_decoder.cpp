#include "kernel/http/wire/chunk_decoder.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "inkwell/text.h"

namespace inkwell::kernel {

namespace {

constexpr std::size_t kMaxLineBytes = 4096;
constexpr int kHex = 16;

}  // namespace

std::optional<std::size_t> ChunkDecoder::decode(char* bytes, std::size_t count) {
    std::size_t kept = 0;
    for (std::size_t at = 0; at < count && !ended_;) {
        if (left_ == 0) {
            if (!add(bytes[at++])) return std::nullopt;
            continue;
        }
        const std::size_t piece = std::min<std::uint64_t>(left_, count - at);
        std::memmove(bytes + kept, bytes + at, piece);
        kept += piece;
        at += piece;
        left_ -= piece;
    }
    return kept;
}

bool ChunkDecoder::add(char c) {
    line_ += c;
    if (c != '\n') return line_.size() < kMaxLineBytes;
    if (!line_.ends_with("\r\n")) return false;
    line_.resize(line_.size() - 2);
    const bool good = takeLine();
    line_.clear();
    return good;
}

bool ChunkDecoder::takeLine() {
    switch (awaited_) {
        case Line::Size:
            return takeSize();
        case Line::EndOfChunk:
            awaited_ = Line::Size;
            return line_.empty();
        case Line::Trailer:
            ended_ = line_.empty();
            return true;
    }
    return false;
}

bool ChunkDecoder::takeSize() {
    const std::string_view size = trimmed(std::string_view(line_).substr(0, line_.find(';')));
    const auto [end, error] = std::from_chars(size.data(), size.data() + size.size(), left_, kHex);
    awaited_ = left_ > 0 ? Line::EndOfChunk : Line::Trailer;
    return error == std::errc() && end == size.data() + size.size();
}

}  // namespace inkwell::kernel
