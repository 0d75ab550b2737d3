#include "mail/invitation_mailer.h"

#include <array>
#include <utility>

#include "inkwell/text.h"
#include "mail/mail_text.h"
#include "mail/smtp_client.h"

namespace inkwell::users {

namespace {

constexpr std::chrono::seconds kPoll{5};
constexpr std::int64_t kMinuteMs = 60'000;
// Longer than one try can take.
constexpr std::int64_t kClaimMs = 5 * kMinuteMs;
// After the first try, the second ...; after the last the mail is given up.
constexpr std::array<std::int64_t, 7> kRetryMinutes{1, 5, 15, 60, 240, 720, 1440};
constexpr const char* kSubject = "Your invitation: choose a password";
constexpr const char* kNewPassword = "A new password for your account";

// What the mail server answers can repeat a part of the mail, and the log must not hold the token.
std::string withoutSecret(const std::string& text, const std::string& token) {
    return text.find(token) == std::string::npos ? text : "the mail server's answer repeats the invitation";
}

// The address with the token in its place; "" stays what it is.
std::string filled(std::string address, const std::string& token) {
    constexpr std::string_view kPlace = "{token}";
    return address.empty() ? address : address.replace(address.find(kPlace), kPlace.size(), token);
}

}  // namespace

InvitationMailer::InvitationMailer(Services& services, AccountService& accounts, MailStore& mails,
                                   const MailSettings& settings)
    : services_(services), accounts_(accounts), mails_(mails), way_(makeWay(settings)) {}

InvitationMailer::~InvitationMailer() = default;

std::shared_ptr<const InvitationMailer::Way> InvitationMailer::makeWay(const MailSettings& settings) {
    auto way = std::make_shared<Way>();
    way->invitationUrl = settings.invitationUrl;
    way->resetUrl = settings.resetUrl;
    way->from = settings.smtp.from;
    if (!settings.smtp.host.empty()) way->client = std::make_unique<SmtpClient>(settings.smtp);
    return way;
}

std::function<void()> InvitationMailer::prepare(const MailSettings& settings) {
    return [this, fresh = makeWay(settings)] {
        std::atomic_store(&way_, fresh);
        wake();
    };
}

Diagnosis::Finding InvitationMailer::diagnose() const {
    if (!isConfigured()) return {"no mail server is configured ('smtp_host'): invitations are printed, not mailed"};
    try {
        way()->client->knock({});
        return {"the mail server takes mail from " + way()->from};
    } catch (const std::runtime_error& error) {
        return {error.what(),
                "check smtp_host, smtp_port, smtp_security, smtp_user and smtp_password in plugins.d/users.json"};
    }
}

bool InvitationMailer::queue(const std::string& userId) {
    if (!isConfigured()) return false;
    mails_.queue(userId, services_.clock().nowMs());
    return true;
}

void InvitationMailer::send(const Invitation& invitation, const std::stop_token& stopping) {
    const ServerInfo& server = services_.server();
    const std::string address = addressOf(invitation.token);
    InvitationText text{invitation.account.email, server.baseUrl, address, address.empty(), invitation.expiresAtMs};
    text.hasPassword = invitation.account.passwordHash.has_value();
    if (text.forPrograms) text.address = server.baseUrl + "/v2/invitations/" + invitation.token;
    post(invitation, text.hasPassword ? kNewPassword : kSubject, renderInvitation(text), stopping);
}

void InvitationMailer::post(const Invitation& secret, const std::string& subject, const std::string& text,
                            const std::stop_token& stopping) {
    const std::shared_ptr<const Way> taken = way();
    if (!taken->client) throw std::runtime_error("mail is not configured (any more)");
    const AccountRecord& account = secret.account;
    Mail mail;
    mail.from = taken->from;
    mail.to = account.email;
    mail.toName = trimmed(account.firstName + " " + account.lastName);
    mail.subject = subject;
    mail.text = text;
    mail.timeMs = services_.clock().nowMs();
    try {
        taken->client->send(account.email, renderMail(mail), stopping);
        ++sent_;
    } catch (const MailRefused& error) {
        ++failed_;
        throw MailRefused(withoutSecret(error.what(), secret.token));
    } catch (const std::runtime_error& error) {
        ++failed_;
        throw std::runtime_error(withoutSecret(error.what(), secret.token));
    }
}

std::string InvitationMailer::addressOf(const std::string& token) const { return filled(way()->invitationUrl, token); }

std::string InvitationMailer::resetText(const Invitation& reset) const {
    const std::string& base = services_.server().baseUrl;
    const std::string page = filled(way()->resetUrl, reset.token);
    const std::string address = page.empty() ? base + "/v2/user/password-resets/" + reset.token : page;
    return renderReset({reset.account.email, base, address, page.empty(), reset.expiresAtMs});
}

void InvitationMailer::start() {
    thread_ = std::jthread([this](const std::stop_token& stopping) { run(stopping); });
}

void InvitationMailer::stop() noexcept { thread_ = std::jthread(); }

void InvitationMailer::wake() {
    const std::lock_guard lock(mutex_);
    woken_ = true;
    changed_.notify_all();
}

void InvitationMailer::run(const std::stop_token& stopping) {
    while (true) {
        {
            std::unique_lock lock(mutex_);
            changed_.wait_for(lock, stopping, kPoll, [this] { return woken_; });
            woken_ = false;
        }
        if (stopping.stop_requested()) return;
        try {
            deliverDue(stopping);
            if (alsoDeliver_) alsoDeliver_(stopping);
        } catch (const std::exception& error) {
            services_.log().warn(std::string("the queue of mails cannot be read: ") + error.what());
        }
    }
}

void InvitationMailer::deliverDue(const std::stop_token& stopping) {
    if (!isConfigured()) return;
    for (const std::string& userId : mails_.due(services_.clock().nowMs())) {
        if (stopping.stop_requested()) return;
        deliver(userId, stopping);
    }
}

void InvitationMailer::deliver(const std::string& userId, const std::stop_token& stopping) {
    int attempt = 0;
    const auto invitation = services_.database().write([&](Sql&) -> std::optional<Invitation> {
        const std::int64_t nowMs = services_.clock().nowMs();
        const auto claimed = mails_.claim(userId, nowMs, nowMs + kClaimMs);
        if (!claimed) return std::nullopt;
        attempt = *claimed;
        return accounts_.inviteAgain(userId);
    });
    if (!invitation) return;
    try {
        send(*invitation, stopping);
    } catch (const MailRefused& error) {
        return giveUp(userId, attempt, error.what());
    } catch (const std::runtime_error& error) {
        return postpone(userId, attempt, error.what());
    }
    mails_.remove(userId, attempt);
}

void InvitationMailer::postpone(const std::string& userId, int attempt, const std::string& why) {
    const auto tries = static_cast<std::size_t>(attempt);
    if (tries > kRetryMinutes.size()) return giveUp(userId, attempt, why);
    const std::int64_t minutes = kRetryMinutes[tries - 1];
    services_.log().warn("the invitation of user '" + userId + "' could not be mailed, next try in " +
                         std::to_string(minutes) + " min: " + why);
    mails_.retryAt(userId, attempt, services_.clock().nowMs() + minutes * kMinuteMs);
}

void InvitationMailer::giveUp(const std::string& userId, int attempt, const std::string& why) {
    services_.log().error("the invitation of user '" + userId +
                          "' was given up; 'inkwell user invite' prints a new one: " + why);
    mails_.remove(userId, attempt);
}

}  // namespace inkwell::users
