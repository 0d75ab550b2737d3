#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "kernel/config/config.h"

namespace inkwell::kernel {

/// One key of config/inkwell.json. Files, environment, error messages and the schema's test all follow this table, so
/// a new key is one row here, one member of Config, and its two lines in config/.
struct ConfigKey {
    using Slot = std::variant<std::string*, bool*, int*, std::int64_t*, std::vector<std::string>*>;

    std::string_view path;  // "http.max_body_bytes"
    Slot (*slot)(Config&);
    std::int64_t min = 0;  // for numbers, as is max
    std::int64_t max = 0;
    std::vector<std::string_view> allowed = {};  // for strings; empty: whatever the pattern allows
    std::string_view pattern = {};               // ECMAScript, must match the whole string; "" allows any
    std::string_view patternMeaning = {};        // completes "must be ..." when the pattern does not match
    bool reloadable = false;  // true: SIGHUP applies a change (Server::applyReloadable); false: a restart does
};

/// In the order of config/inkwell.json. Any thread.
const std::vector<ConfigKey>& configKeys();

/// "http.max_body_bytes" -> "INKWELL_HTTP_MAX_BODY_BYTES".
std::string variableOf(const ConfigKey& key);

/// Sets the key's member to `value`. Returns "" or the problem: "must be ..., not ...". If the value came through a
/// reference, the problem names `reference` instead of the value.
std::string assignConfig(const ConfigKey& key, const Json& value, Config& config, std::string_view reference = {});

/// assignConfig for an environment variable's text; lists are written as JSON arrays.
std::string assignConfigText(const ConfigKey& key, std::string_view text, Config& config,
                             std::string_view reference = {});

/// What its values may be, to complete "must be": "a whole number from 0 to 65535".
std::string ruleOf(const ConfigKey& key);

/// What the member holds.
Json configValue(const ConfigKey& key, Config& config);

}  // namespace inkwell::kernel
