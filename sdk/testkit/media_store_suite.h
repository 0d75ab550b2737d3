#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>

#include "inkwell/media_store.h"

namespace inkwell::testkit {

/// One store under test. In the tests of a store's plugin:
///
///     INSTANTIATE_TEST_SUITE_P(Mine, MediaStoreSuite, testing::Values(MediaStoreCase{"mine", makeStore}),
///                              MediaStoreSuite::nameOf);
struct MediaStoreCase {
    std::string name;                                    // letters and digits
    std::function<std::unique_ptr<MediaStore>()> store;  // ready for use and empty, with nobody else's content
};

/// What gtest prints for a failed case. Not inline: using it makes the linker take the tests out of the archive.
void PrintTo(const MediaStoreCase& one, std::ostream* out);

/// The tests that every media store must pass: what the media plugin relies on, whichever store the operator chose.
class MediaStoreSuite : public testing::TestWithParam<MediaStoreCase> {
public:
    static std::string nameOf(const testing::TestParamInfo<MediaStoreCase>& info);

protected:
    MediaStoreSuite() : store_(GetParam().store()) {}

    void put(const std::string& key, std::string_view bytes);
    /// Lets the store take `file` over; false when it says nothing.
    bool adopt(const std::string& key, const std::filesystem::path& file);
    /// All bytes of open(); fails the test when reading fails.
    std::string read(const std::string& key, std::int64_t offset = 0, std::int64_t length = MediaStore::kToEnd);
    /// Key -> size in bytes.
    std::map<std::string, std::int64_t> list();
    void expectNotThere(const std::string& key);
    /// The kind of the MediaStoreError that `action` throws; fails the test when it throws none.
    static MediaStoreError::Kind kindOf(const std::function<void()>& action);
    /// Bytes without repetition, so that a piece at the wrong offset is noticed.
    static std::string noise(std::size_t bytes, unsigned seed);

    std::unique_ptr<MediaStore> store_;
};

/// A file with these bytes in a new folder of its own, which is removed with the object.
class FileOfBytes {
public:
    explicit FileOfBytes(std::string_view bytes);
    ~FileOfBytes();
    FileOfBytes(const FileOfBytes&) = delete;
    FileOfBytes& operator=(const FileOfBytes&) = delete;
    const std::filesystem::path& path() const noexcept { return path_; }
    std::string bytes() const;

private:
    std::filesystem::path path_;
};

}  // namespace inkwell::testkit
