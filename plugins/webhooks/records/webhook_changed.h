#pragma once

#include "inkwell/events.h"

namespace inkwell::webhooks {

/// A webhook was created, edited (including its secret) or deleted.
struct WebhookChanged {
    static constexpr const char* kEventId = "webhook.changed";
    Change change;
};

}  // namespace inkwell::webhooks
