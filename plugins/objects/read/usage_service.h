#pragma once

#include "inkwell/metafield_engine.h"
#include "inkwell/object_usage.h"
#include "inkwell/services.h"
#include "store/object_store.h"

namespace inkwell::objects {

/// The plugin's ObjectUsage for others. Any thread; each call is one unit of work.
class UsageService : public ObjectUsage {
public:
    explicit UsageService(Services& services) : services_(services) {}

    Page findTexts(const Bucket& bucket, std::span<const std::string> texts, Visibility visibility, std::int64_t limit,
                   std::int64_t skip) override;

private:
    Use useOf(const StoredObject& object, std::span<const std::string> texts) const;

    Services& services_;
};

}  // namespace inkwell::objects
