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
    /// HttpSender::send.
    using Send = std::function<SendResult(const Outgoing& request, const std::atomic<bool>* cancelled)>;

    Courier(Services& services, Send send) : services_(services), send_(std::move(send)) {}

    /// Until the slot is empty, one fails, its time is over or `stopping` is set; what is under way then counts as not
    /// sent. Blocks.
    Outcome deliver(Slot slot, const std::atomic<bool>& stopping) const noexcept;

private:
    Tried deliver(const Slot& slot, const Parcel& parcel, const std::atomic<bool>& stopping) const;
    Outgoing requestOf(const Slot& slot, const Parcel& parcel, std::int64_t timestamp) const;

    Services& services_;
    Send send_;
};

}  // namespace inkwell::webhooks
