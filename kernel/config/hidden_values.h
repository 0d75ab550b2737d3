#pragma once

#include <map>
#include <string>
#include <string_view>

#include "kernel/config/config.h"

namespace inkwell::kernel {

// What operators may see of settings. Any thread.

/// Stands for a secret.
inline constexpr std::string_view kHidden = "***";

/// Where the value of `key` comes from; "default" if `sources` does not have it.
ValueSource sourceOf(const std::map<std::string, ValueSource>& sources, const std::string& key);

/// The value as JSON, but kHidden for a string whose key names a password, secret, key, token or credential (except
/// http.tls_key, a path) or that came through a reference. URLs are shown without user and password.
std::string shownValue(std::string_view key, const Json& value, const ValueSource& source);

/// `text` with kHidden in place of each of the plugin's settings that shownValue hides, except short ones: a plugin
/// that refuses a setting may repeat it in its message.
std::string hideSettings(std::string text, const std::string& plugin, const JsonObject& settings,
                         const std::map<std::string, ValueSource>& sources);

}  // namespace inkwell::kernel
