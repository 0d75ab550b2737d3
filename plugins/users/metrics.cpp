#include "metrics.h"

namespace inkwell::users {

void addMetrics(Registrar& registrar, AccountService& accounts, InvitationMailer& mailer) {
    const auto counter = [&](const char* name, const char* help, std::function<double()> read) {
        registrar.metric(MetricKind::Counter, name, help, std::move(read));
    };
    counter("wrong_passwords_total", "Sign-ins and changes of an account with a wrong password.",
            [&accounts] { return static_cast<double>(accounts.failures()); });
    counter("mails_sent_total", "Invitations that the mail server took.",
            [&mailer] { return static_cast<double>(mailer.sent()); });
    counter("mail_failures_total", "Tries to mail an invitation that failed.",
            [&mailer] { return static_cast<double>(mailer.failed()); });
    registrar.contribute<Diagnosis>("mail",
                                    std::make_unique<Diagnosis>([&mailer](Services&) { return mailer.diagnose(); }));
}

}  // namespace inkwell::users
