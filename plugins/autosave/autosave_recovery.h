#pragma once

#include <cstdint>
#include <string>

#include "inkwell/recoverable.h"
#include "inkwell/services.h"

namespace inkwell::autosave {

/// Takes what people have not saved of an object that is deleted, one part for each of them, and brings it back with
/// the object for those who still have a role in the bucket. Any thread.
class AutosaveRecovery : public Recoverable {
public:
    /// `perPerson` is Settings::perPerson.
    AutosaveRecovery(Services& services, std::int64_t perPerson) : services_(services), perPerson_(perPerson) {}

    std::string name() const override { return "autosave"; }
    std::string kind() const override { return "object"; }
    void take(const Bucket& bucket, const std::string& id, const Keep& keep) override;
    void restore(const Recovery& recovery, JsonObject part) override;

private:
    bool isMember(const Bucket& bucket, const std::string& userId) const;

    Services& services_;
    const std::int64_t perPerson_;
};

}  // namespace inkwell::autosave
