#pragma once

#include <string>
#include <vector>

#include "inkwell/media_store.h"
#include "s3_client.h"

namespace inkwell::media_store_s3 {

/// One PUT for content that fits into one part, otherwise a multipart upload.
class S3Writer : public MediaWriter {
public:
    S3Writer(S3Client& client, std::string key, MediaContentInfo info);
    ~S3Writer() override;

    void write(std::string_view bytes) override;
    void commit() override;

private:
    std::map<std::string, std::string> contentHeaders() const;
    void sendPart();
    void complete();
    std::string codeOf(const S3Request& completion);
    bool isThere();
    void abandon() noexcept;  // removes what may have arrived

    S3Client& client_;
    std::string key_;
    MediaContentInfo info_;
    std::string part_;
    std::string uploadId_;
    std::vector<std::string> etags_;
    std::int64_t sentBytes_ = 0;  // in parts
    bool isCommitting_ = false;
    bool isDone_ = false;
};

}  // namespace inkwell::media_store_s3
