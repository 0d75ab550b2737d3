#pragma once

#include "inkwell/media_store.h"
#include "s3_client.h"

namespace inkwell::media_store_s3 {

/// Content as objects `<prefix><key>` of a bucket. Servers of one installation may share the bucket.
class S3MediaStore : public MediaStore {
public:
    /// Does not connect. Throws std::runtime_error for invalid settings.
    explicit S3MediaStore(const S3Options& options) : client_(options) {}

    std::string name() const override { return "s3"; }
    std::unique_ptr<MediaWriter> begin(const std::string& key, const MediaContentInfo& info) override;
    /// By the service itself, in one request, which it takes for up to 5 GB.
    bool copy(const std::string& from, const std::string& to) override;
    std::unique_ptr<std::istream> open(const std::string& key, std::int64_t offset, std::int64_t length) override;
    std::int64_t size(const std::string& key) override;
    /// Lists one content: a HEAD of one that nobody has is 404 as well where there is no bucket, or no S3 at all.
    void check() override;
    void remove(const std::string& key) override;
    std::optional<std::string> publicAddress(const std::string& key) const override;
    void list(const std::function<void(const Entry&)>& visit) override;
    void removeUnfinished(std::int64_t olderThanMs) override;

private:
    /// The media key of an object; nothing for an object that is not ours.
    std::optional<std::string> keyOf(const std::string& object) const;

    S3Client client_;
};

}  // namespace inkwell::media_store_s3
