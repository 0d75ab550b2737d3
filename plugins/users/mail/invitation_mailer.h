#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "accounts/account_service.h"
#include "inkwell/diagnosis.h"
#include "inkwell/services.h"
#include "mail/mail_store.h"

namespace inkwell::users {

class SmtpClient;

/// Mails invitations. They are queued in the transaction that creates the account; a thread sends them and retries for
/// two days. Servers share the queue. A server killed after the mail server accepted a mail, but before noting it,
/// sends a second mail, whose invitation replaces the first. Any thread, except where noted.
class InvitationMailer {
public:
    /// What is passed by reference must outlive it, except `settings`. Throws std::runtime_error for unusable settings.
    InvitationMailer(Services& services, AccountService& accounts, MailStore& mails, const MailSettings& settings);
    ~InvitationMailer();

    bool isConfigured() const { return way()->client != nullptr; }
    /// Calling the answer makes mail take another way from then on; mails under way finish as they began. Throws
    /// std::runtime_error for unusable settings. Any thread.
    std::function<void()> prepare(const MailSettings& settings);
    /// Inside the caller's write. Queues nothing and returns false while mail is not configured.
    bool queue(const std::string& userId);
    /// Sends the invitation at once, if mail is configured. Throws std::runtime_error with a sentence for the operator,
    /// which never contains the token.
    void send(const Invitation& invitation, const std::stop_token& stopping);
    /// Sends a mail to an account at once. What it throws is as for send(); `secret.token` is what the text holds.
    void post(const Invitation& secret, const std::string& subject, const std::string& text,
              const std::stop_token& stopping);
    /// The text of the mail for a new password, with `password_reset_url` and the token.
    std::string resetText(const Invitation& reset) const;
    /// `invitation_url` with the token; "" when it is not set.
    std::string addressOf(const std::string& token) const;

    /// Whether the mail server would take mail: signs in and leaves. For `inkwell doctor`.
    Diagnosis::Finding diagnose() const;

    /// What the thread does after its own mail each time. Before start(); main thread.
    void alsoDeliver(std::function<void(const std::stop_token&)> deliver) { alsoDeliver_ = std::move(deliver); }
    /// Start and stop the thread; main thread.
    void start();
    void stop() noexcept;
    /// Tells the thread that something may be queued.
    void wake();
    /// Called by the thread: tries once to send each mail that is due, if mail is configured.
    void deliverDue(const std::stop_token& stopping);

    // Since the server started.
    std::int64_t sent() const { return sent_; }
    std::int64_t failed() const { return failed_; }

private:
    struct Way {
        std::string invitationUrl;
        std::string resetUrl;
        std::string from;
        std::unique_ptr<SmtpClient> client;  // null: mail is not configured
    };
    static std::shared_ptr<const Way> makeWay(const MailSettings& settings);
    std::shared_ptr<const Way> way() const { return std::atomic_load(&way_); }

    void run(const std::stop_token& stopping);
    void deliver(const std::string& userId, const std::stop_token& stopping);
    void postpone(const std::string& userId, int attempt, const std::string& why);
    void giveUp(const std::string& userId, int attempt, const std::string& why);

    Services& services_;
    AccountService& accounts_;
    MailStore& mails_;
    std::shared_ptr<const Way> way_;
    std::function<void(const std::stop_token&)> alsoDeliver_;
    std::atomic<std::int64_t> sent_{0};
    std::atomic<std::int64_t> failed_{0};
    std::mutex mutex_;
    std::condition_variable_any changed_;
    bool woken_ = false;
    std::jthread thread_;
};

}  // namespace inkwell::users
