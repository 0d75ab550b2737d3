#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "account_service.h"
#include "inkwell/services.h"
#include "mail_store.h"
#include "smtp_client.h"

namespace inkwell::users {

/// Brings invitations by mail: queued in the transaction that makes the account, sent by a thread of its own, tried
/// again for two days. Several servers share the queue. A server that is killed between the mail server's yes and its
/// own note sends a second mail, whose invitation replaces the first. Any thread, except where said.
class InvitationMailer {
public:
    /// The references must outlive it. Throws std::runtime_error for settings that cannot be used.
    InvitationMailer(Services& services, AccountService& accounts, MailStore& mails, const Settings& settings);

    bool isConfigured() const { return client_ != nullptr; }
    /// Inside the caller's write. False, and nothing is queued, while mail is not configured.
    bool queue(const std::string& userId);
    /// Hands it over at once. Throws std::runtime_error with a sentence for the operator, which never repeats the
    /// token.
    void send(const Invitation& invitation, const std::stop_token& stopping);
    /// `invitation_url` with the token; "" when it is not set.
    std::string addressOf(const std::string& token) const;

    /// Start and end of the thread; main thread.
    void start();
    void stop() noexcept;
    /// There may be something in the queue.
    void wake();
    /// What the thread does each time: one try for each mail that is due.
    void deliverDue(const std::stop_token& stopping);

    // Since the start.
    std::int64_t sent() const { return sent_; }
    std::int64_t failed() const { return failed_; }

private:
    void run(const std::stop_token& stopping);
    void deliver(const std::string& userId, const std::stop_token& stopping);
    void postpone(const std::string& userId, int attempt, const std::string& why);
    void giveUp(const std::string& userId, int attempt, const std::string& why);

    Services& services_;
    AccountService& accounts_;
    MailStore& mails_;
    const Settings& settings_;
    std::unique_ptr<SmtpClient> client_;  // none: mail is not configured
    std::atomic<std::int64_t> sent_{0};
    std::atomic<std::int64_t> failed_{0};
    std::mutex mutex_;
    std::condition_variable_any changed_;
    bool woken_ = false;
    std::jthread thread_;
};

}  // namespace inkwell::users
