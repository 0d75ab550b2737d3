#pragma once

#include <string>

#include "inkwell/export.h"
#include "inkwell/json.h"

namespace inkwell {

/// Events for members of a bucket who are there now: they go over the stream of changes (`status=any`) of this server,
/// and are kept nowhere. Who was not listening never hears of them; what everybody must hear of is a fact (events.h).
/// Provided by `changes`. Any thread.
class INKWELL_API LiveEvents {
public:
    static constexpr const char* kServiceId = "inkwell.live-events/1";
    virtual ~LiveEvents() = default;

    /// Queues the event for each member's stream of the bucket on this server and returns; of too many the oldest are
    /// dropped. `event` is its name, such as "presence": a word without line breaks.
    virtual void tellMembers(const std::string& bucketId, const std::string& event, const JsonObject& data) = 0;
    /// Whether a member listens at this server, to any bucket: otherwise there is nothing to find out for them.
    virtual bool hasMembers() const = 0;
};

}  // namespace inkwell
