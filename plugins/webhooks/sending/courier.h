#pragma once

#include <functional>
#include <optional>
#include <string>

#include "inkwell/services.h"
#include "records/slot.h"
#include "sending/http_sender.h"

namespace inkwell::webhooks {

/// Signs and sends the deliveries of a slot (Standard Webhooks). Any thread.
class Courier {
public:
    /// HttpSender::send.
    using Send = std::function<SendResult(const Outgoing& request, const Permit* permit)>;

    Courier(Services& services, Send send) : services_(services), send_(std::move(send)) {}

    /// Sends until the slot is empty, a delivery fails, time ends, or `permit` does not let it go on; a delivery
    /// aborted by the latter, or for which this server was too busy, counts as not sent. Blocks.
    Outcome deliver(Slot slot, const Permit& permit) const noexcept;

private:
    /// Nothing when this server was too busy.
    std::optional<Tried> deliver(const Slot& slot, const Parcel& parcel, const Permit& permit) const;
    Outgoing requestOf(const Slot& slot, const Parcel& parcel, std::int64_t timestamp) const;

    Services& services_;
    Send send_;
};

}  // namespace inkwell::webhooks
