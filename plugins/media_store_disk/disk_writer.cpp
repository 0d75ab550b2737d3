#include "disk_writer.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace inkwell::media_store_disk {

namespace {

constexpr std::size_t kBufferBytes = 256 * 1024;
constexpr std::int64_t kWriteAheadBytes = 8 * 1024 * 1024;

}  // namespace

DiskWriter::DiskWriter(File file, std::filesystem::path temporary, std::filesystem::path target)
    : temporary_(std::move(temporary)), target_(std::move(target)), file_(std::move(file)) {}

// After a commit too: rename() leaves both names when the target is the same file already.
DiskWriter::~DiskWriter() { ::unlink(temporary_.c_str()); }

void DiskWriter::write(std::string_view bytes) {
    if (buffer_.size() + bytes.size() < kBufferBytes) {
        buffer_ += bytes;
        return;
    }
    append(buffer_);
    buffer_.clear();
    if (bytes.size() >= kBufferBytes) return append(bytes);
    buffer_ += bytes;
}

void DiskWriter::append(std::string_view bytes) {
    file_.append(bytes);
    appended_ += static_cast<std::int64_t>(bytes.size());
    if (appended_ - startedWriting_ < kWriteAheadBytes) return;
    file_.startWriting(startedWriting_, appended_ - startedWriting_);
    startedWriting_ = appended_;
}

void DiskWriter::commit() {
    append(buffer_);
    buffer_.clear();
    file_.synchronise();
    createFolder(target_.parent_path());
    if (std::rename(temporary_.c_str(), target_.c_str()) != 0) throw fileError("rename", temporary_, errno);
    try {
        synchroniseFolder(target_.parent_path());
    } catch (const MediaStoreError&) {
        ::unlink(target_.c_str());
        throw;
    }
}

}  // namespace inkwell::media_store_disk
