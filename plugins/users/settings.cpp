#include "settings.h"

#include <stdexcept>

#include "accounts/web_address.h"
#include "email.h"
#include "inkwell/number_setting.h"

namespace inkwell::users {

namespace {

constexpr std::string_view kToken = "{token}";

[[noreturn]] void refuse(const std::string& key, const std::string& why) {
    throw std::runtime_error("the setting '" + key + "' " + why);
}

SmtpOptions::Security securityNamed(const std::string& name) {
    if (name == "none") return SmtpOptions::Security::None;
    if (name == "starttls") return SmtpOptions::Security::StartTls;
    if (name == "tls") return SmtpOptions::Security::Tls;
    refuse("smtp_security", "must be none, starttls or tls, not '" + name + "'");
}

std::uint16_t usualPort(SmtpOptions::Security security) {
    switch (security) {
        case SmtpOptions::Security::None:
            return 25;
        case SmtpOptions::Security::StartTls:
            return 587;
        case SmtpOptions::Security::Tls:
            break;
    }
    return 465;
}

bool isThisMachine(const std::string& host) { return host == "localhost" || host == "127.0.0.1" || host == "::1"; }

void check(const SmtpOptions& smtp) {
    if (smtp.host.empty()) return;
    if (!parseEmail(smtp.from)) refuse("smtp_from", "must be the e-mail address that mail comes from");
    if (smtp.user.empty() != smtp.password.empty()) refuse("smtp_user", "and 'smtp_password' go together");
    const bool readable = smtp.security == SmtpOptions::Security::None && !isThisMachine(smtp.host);
    if (readable && !smtp.user.empty())
        refuse("smtp_security", "must be starttls or tls: the password would cross the network readably");
}

SmtpOptions readSmtp(PluginSettings& from) {
    const auto text = [&](const char* key, const char* meaning) { return from.config<std::string>(key, "", meaning); };
    SmtpOptions smtp;
    smtp.host = text("smtp_host", "the mail server; empty: invitations are not mailed");
    smtp.security = securityNamed(from.config<std::string>("smtp_security", "starttls", "none, starttls or tls"));
    smtp.port = static_cast<std::uint16_t>(
        readNumber(from, {"smtp_port", 0, 0, 65535, "0: the usual one, 25, 587 or 465 by smtp_security"}));
    if (smtp.port == 0) smtp.port = usualPort(smtp.security);
    smtp.user = text("smtp_user", "the account at the mail server; empty: none");
    smtp.password = text("smtp_password", "its password; better given as INKWELL_PLUGINS_USERS_SMTP_PASSWORD");
    smtp.from = text("smtp_from", "the e-mail address that mail comes from");
    smtp.caFile = text("smtp_ca_file", "certificates to trust beside the system's");
    check(smtp);
    return smtp;
}

std::string readPageUrl(PluginSettings& from, const char* key, const char* meaning) {
    auto url = from.config<std::string>(key, "", meaning);
    if (url.empty()) return url;
    const std::size_t at = url.find(kToken);
    if (at == std::string::npos || url.find(kToken, at + 1) != std::string::npos)
        refuse(key, "must contain {token} once");
    std::string filled = url;
    if (!isWebAddress(filled.replace(at, kToken.size(), "x"))) refuse(key, "must be an http(s) address");
    return url;
}

}  // namespace

Settings readSettings(PluginSettings& from) {
    Settings settings;
    settings.tokenDays = readNumber(from, {"token_days", 30, 1, 3650, "days until a user token expires"});
    settings.invitationDays = readNumber(from, {"invitation_days", 7, 1, 365, "days until an invitation expires"});
    settings.passwordMemoryMib =
        readNumber(from, {"password_memory_mib", 64, 8, 1024, "memory that one password hash takes, in MiB"});
    settings.additionsPerDay = readNumber(
        from, {"additions_per_day", 1000, 1, 1'000'000, "users that one account may add to buckets within a day"});
    static_cast<MailSettings&>(settings) = readMailSettings(from);
    return settings;
}

MailSettings readMailSettings(PluginSettings& from) {
    MailSettings settings;
    settings.invitationUrl =
        readPageUrl(from, "invitation_url", "the page that invitations lead to, with {token} in its address");
    settings.resetUrl =
        readPageUrl(from, "password_reset_url", "the page for forgotten passwords, with {token} in its address");
    settings.smtp = readSmtp(from);
    return settings;
}

}  // namespace inkwell::users
