#pragma once

#include <string>

#include "inkwell/recoverable.h"

namespace comments_plugin {

/// The entries of a deleted object come back with it.
class CommentsRecovery : public inkwell::Recoverable {
public:
    explicit CommentsRecovery(inkwell::Services& services) : services_(services) {}

    std::string name() const override { return "comments"; }
    std::string kind() const override { return "object"; }
    void take(const inkwell::Bucket& bucket, const std::string& id, const Keep& keep) override;
    void restore(const inkwell::Recovery& recovery, inkwell::JsonObject part) override;

private:
    inkwell::Services& services_;
};

}  // namespace comments_plugin
