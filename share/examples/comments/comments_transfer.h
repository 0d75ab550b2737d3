#pragma once

#include <string>

#include "inkwell/bucket_transfer.h"
#include "inkwell/services.h"

namespace comments_plugin {

/// The member `comments` of a bucket file, for `inkwell export` and `inkwell import`. Any thread.
class CommentsTransfer : public inkwell::BucketTransfer {
public:
    explicit CommentsTransfer(inkwell::Services& services) : services_(services) {}

    std::string member() const override { return "comments"; }
    /// After the objects, which entries name.
    int rank() const override { return 50; }
    void exportAll(const inkwell::Bucket& bucket, const TakeEntry& take) override;
    /// None: a merge takes content from one bucket to another, and not what readers said about it.
    inkwell::JsonArray exportSome(const inkwell::Bucket&, inkwell::TransferSelection&) override { return {}; }
    void importAll(inkwell::ImportItems& items, const std::string& path, inkwell::ImportContext& context) override;

private:
    inkwell::Services& services_;
};

}  // namespace comments_plugin
