#pragma once

#include <cstdint>

#include "inkwell/egress.h"
#include "inkwell/registrar.h"
#include "sending/http_sender.h"

namespace inkwell::webhooks {

/// plugins.d/webhooks.json.
struct Settings {
    EgressGuard::Rules rules;
    HttpSender::Options sender;
    std::int64_t workers = 32;
    std::int64_t keepDays = 30;
    std::int64_t maxPerBucket = 100;
};

/// Called by setup. Throws std::runtime_error that names a value out of range.
Settings readSettings(Registrar& registrar);

}  // namespace inkwell::webhooks
