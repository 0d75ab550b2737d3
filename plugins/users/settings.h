#pragma once

#include <cstdint>
#include <string>

#include "inkwell/registrar.h"

namespace inkwell::users {

/// How mail goes out.
struct SmtpOptions {
    enum class Security { None, StartTls, Tls };

    std::string host;  // "": mail is not configured
    std::uint16_t port = 0;
    Security security = Security::StartTls;
    std::string user;      // "": without signing in
    std::string password;  // never logged
    std::string from;
    std::string caFile;
    std::int64_t stepTimeoutMs = 15'000;  // silence of the server at one step
    std::int64_t mailTimeoutMs = 60'000;  // one mail, from connecting on
};

/// The plugin's settings (README.md).
struct Settings {
    std::int64_t tokenDays = 30;
    std::int64_t invitationDays = 7;
    std::int64_t passwordMemoryMib = 64;
    std::string invitationUrl;  // with {token}; "": the address of the API
    SmtpOptions smtp;
};

/// Called by setup. Throws std::runtime_error with a sentence that names the setting, never a secret.
Settings readSettings(Registrar& registrar);

}  // namespace inkwell::users
