#pragma once

#include "inkwell/content_walk.h"
#include "inkwell/services.h"

namespace inkwell::objects {

/// Leads past all objects of a bucket. Any thread; joins the caller's unit of work. Throws DatabaseError.
class ObjectWalk : public ContentWalk {
public:
    explicit ObjectWalk(Services& services) : services_(services) {}
    std::string kind() const override { return "objects"; }
    std::vector<std::string> idsAfter(const std::string& bucketId, const std::string& after,
                                      std::int64_t limit) override;

private:
    Services& services_;
};

}  // namespace inkwell::objects
