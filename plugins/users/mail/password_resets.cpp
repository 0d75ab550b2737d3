#include "mail/password_resets.h"

#include "inkwell/client_network.h"
#include "inkwell/error.h"
#include "mail/mail_text.h"
#include "mail/smtp_client.h"

namespace inkwell::users {

namespace {

constexpr std::int64_t kMinuteMs = 60'000;
constexpr std::int64_t kHourMs = 60 * kMinuteMs;
// A mailbox is filled by nobody, and nobody sends to many of them from one place.
constexpr std::int64_t kMailsOfAddress = 3;
constexpr std::int64_t kRequestsOfNetwork = 20;
constexpr unsigned kSiteBits = 48;
// Longer than one try can take.
constexpr std::int64_t kClaimMs = 5 * kMinuteMs;
constexpr int kTries = 4;  // one minute apart: whoever waits for the mail asks again soon
constexpr int kNeverByItself = 0;
constexpr const char* kSubject = "Choose a new password";

}  // namespace

PasswordResets::PasswordResets(Services& services, AccountService& accounts, InvitationMailer& mailer)
    : services_(services), accounts_(accounts), mailer_(mailer), store_(services) {
    mailer_.alsoDeliver([this](const std::stop_token& stopping) { deliverDue(stopping); });
}

void PasswordResets::ask(const std::string& email, const std::string& clientAddress) {
    if (!mailer_.isConfigured()) {
        throw ApiError::unavailable("this server sends no mail; its operator sets a new password", kNeverByItself);
    }
    const std::string network = clientNetwork(clientAddress, kSiteBits);
    services_.database().write([&](Sql&) {
        const std::int64_t nowMs = services_.clock().nowMs();
        if (store_.countOfNetwork(network, nowMs - kHourMs) >= kRequestsOfNetwork) {
            throw ApiError::tooManyRequests("too many passwords were asked for from here; try again later",
                                            static_cast<int>(kHourMs / 1000));
        }
        // Not refused, or it would say that somebody else has asked for this address.
        if (store_.countOfEmail(email, nowMs - kHourMs) >= kMailsOfAddress) return;
        store_.insert({services_.ids().next(), email}, network, nowMs);
    });
    mailer_.wake();
}

void PasswordResets::deliverDue(const std::stop_token& stopping) {
    if (!mailer_.isConfigured()) return;
    for (const AskedReset& asked : store_.due(services_.clock().nowMs())) {
        if (stopping.stop_requested()) return;
        deliver(asked, stopping);
    }
}

void PasswordResets::removeExpired() { store_.removeAskedBefore(services_.clock().nowMs() - kHourMs); }

void PasswordResets::deliver(const AskedReset& asked, const std::stop_token& stopping) {
    int attempt = 0;
    const auto reset = services_.database().write([&](Sql&) -> std::optional<Invitation> {
        const std::int64_t nowMs = services_.clock().nowMs();
        const auto claimed = store_.claim(asked.id, nowMs, nowMs + kClaimMs);
        if (!claimed) return std::nullopt;
        attempt = *claimed;
        auto offered = accounts_.offerReset(asked.email);
        if (!offered) store_.close(asked.id);
        return offered;
    });
    if (!reset) return;
    try {
        mailer_.post(*reset, kSubject, mailer_.resetText(*reset), stopping);
    } catch (const std::runtime_error& error) {
        const bool isRefused = dynamic_cast<const MailRefused*>(&error) != nullptr;
        const bool isLast = isRefused || attempt >= kTries;
        services_.log().warn("the mail for a new password of user '" + reset->account.id + "' " +
                             (isLast ? "was given up: " : "could not be sent, next try in 1 min: ") + error.what());
        if (!isLast) return store_.retryAt(asked.id, services_.clock().nowMs() + kMinuteMs);
    }
    store_.close(asked.id);
}

}  // namespace inkwell::users
