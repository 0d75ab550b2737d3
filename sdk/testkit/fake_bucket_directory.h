#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "inkwell/bucket_directory.h"

namespace inkwell::testkit {

/// Finds the buckets that a test puts into it and creates none. One thread writes, before others read.
class FakeBucketDirectory : public BucketDirectory {
public:
    explicit FakeBucketDirectory(std::vector<std::shared_ptr<const Bucket>> all = {}) : buckets(std::move(all)) {}

    std::shared_ptr<const Bucket> findBySlug(std::string_view slug) override {
        for (const auto& bucket : buckets)
            if (bucket->slug == slug) return bucket;
        return nullptr;
    }
    std::shared_ptr<const Bucket> findById(std::string_view id) override {
        for (const auto& bucket : buckets)
            if (bucket->id == id) return bucket;
        return nullptr;
    }
    std::shared_ptr<const Bucket> create(const std::string&, const std::string&, const std::string&, bool) override {
        throw std::logic_error("BucketDirectory::create was not expected");
    }

    std::vector<std::shared_ptr<const Bucket>> buckets;
};

}  // namespace inkwell::testkit
