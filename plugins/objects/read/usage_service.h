#pragma once

#include <string>

#include "inkwell/list_params.h"
#include "inkwell/object_usage.h"
#include "inkwell/services.h"

namespace inkwell::objects {

/// Where objects hold the id of an object or a text (interface/reads-and-queries.md, "Where an object is used"); the
/// plugin's ObjectUsage for others. Any thread; each call is one unit of work.
class UsageService : public ObjectUsage {
public:
    explicit UsageService(Services& services) : services_(services) {}

    /// Throws ApiError 404 when the object itself does not exist or is not visible.
    Page findObject(const Bucket& bucket, const std::string& objectId, Visibility visibility, const ListParams& params);
    Page findTexts(const Bucket& bucket, std::span<const std::string> texts, Visibility visibility, std::int64_t limit,
                   std::int64_t skip) override;

private:
    Services& services_;
};

}  // namespace inkwell::objects
