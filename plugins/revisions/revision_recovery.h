#pragma once

#include <string>
#include <string_view>

#include "inkwell/recoverable.h"
#include "inkwell/services.h"

namespace inkwell::revisions {

/// Takes the revisions of an object that is deleted, one part each, and brings them back with it. Any thread.
class RevisionRecovery : public Recoverable {
public:
    explicit RevisionRecovery(Services& services) : services_(services) {}

    std::string name() const override { return "revisions"; }
    std::string kind() const override { return "object"; }
    void take(const Bucket& bucket, const std::string& id, const Keep& keep) override;
    void restore(const Recovery& recovery, JsonObject part) override;
    bool renameType(JsonObject& part, std::string_view from, std::string_view to) const override;

private:
    Services& services_;
};

}  // namespace inkwell::revisions
