#pragma once

#include <cstdint>
#include <string>

namespace inkwell {
class PluginSettings;
}

namespace inkwell::users {

/// How mail is sent.
struct SmtpOptions {
    enum class Security { None, StartTls, Tls };

    std::string host;  // "": mail is not configured
    std::uint16_t port = 0;
    Security security = Security::StartTls;
    std::string user;      // "": no sign-in
    std::string password;  // never logged
    std::string from;
    std::string caFile;
    std::int64_t stepTimeoutMs = 15'000;  // the longest silence of the server at one step
    std::int64_t mailTimeoutMs = 60'000;  // for one mail, including the connection
};

/// What a reload may change.
struct MailSettings {
    std::string invitationUrl;  // with {token}; "": the URL of the API
    std::string resetUrl;       // the same, of the page for forgotten passwords
    SmtpOptions smtp;
};

/// The plugin's settings (README.md).
struct Settings : MailSettings {
    std::int64_t tokenDays = 30;
    std::int64_t invitationDays = 7;
    std::int64_t passwordMemoryMib = 64;
    std::int64_t additionsPerDay = 1000;  // users that one account may add in a day
};

/// Called by setup; the second also when the configuration is read again. Both throw std::runtime_error with a sentence
/// that names the setting, never a secret.
Settings readSettings(PluginSettings& from);
MailSettings readMailSettings(PluginSettings& from);

}  // namespace inkwell::users
