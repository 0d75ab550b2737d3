#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "http_sender.h"
#include "inkwell/services.h"
#include "slot.h"

namespace inkwell::webhooks {

/// Signs and sends the deliveries of a slot (Standard Webhooks). Any thread.
class Courier {
public:
    using Send = std::function<SendResult(const Outgoing&)>;

    Courier(Services& services, Send send) : services_(services), send_(std::move(send)) {}

    /// Until the slot is empty, one fails, its time is over or `stopping` is set. Blocks.
    Outcome deliver(Slot slot, const std::atomic<bool>& stopping) const noexcept;

private:
    Tried deliver(const Slot& slot, const Parcel& parcel) const;
    Outgoing requestOf(const Slot& slot, const Parcel& parcel, std::int64_t timestamp) const;

    Services& services_;
    Send send_;
};

}  // namespace inkwell::webhooks
