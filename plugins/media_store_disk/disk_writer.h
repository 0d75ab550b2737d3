#pragma once

#include <filesystem>
#include <string>

#include "files.h"
#include "inkwell/media_store.h"

namespace inkwell::media_store_disk {

/// Writes `temporary`, then renames it to `target`. A file that was linked there is complete and only renamed.
class DiskWriter : public MediaWriter {
public:
    DiskWriter(File file, std::filesystem::path temporary, std::filesystem::path target);
    ~DiskWriter() override;

    void write(std::string_view bytes) override;
    void commit() override;

private:
    void append(std::string_view bytes);

    std::filesystem::path temporary_;
    std::filesystem::path target_;
    File file_;
    std::string buffer_;
    std::int64_t appended_ = 0;
    std::int64_t startedWriting_ = 0;
};

}  // namespace inkwell::media_store_disk
