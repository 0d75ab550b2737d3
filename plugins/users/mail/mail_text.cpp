#include "mail/mail_text.h"

#include <Poco/DateTimeFormatter.h>
#include <Poco/Net/QuotedPrintableEncoder.h>
#include <Poco/Timestamp.h>

#include <algorithm>
#include <sstream>

#include "inkwell/crypto.h"
#include "inkwell/text.h"

namespace inkwell::users {

namespace {

constexpr std::size_t kMaxEncodedBytes = 45;  // RFC 2047: an encoded word has at most 75 characters
constexpr std::size_t kMessageIdLength = 32;

bool isContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

std::string encodedWord(std::string_view utf8) { return "=?UTF-8?B?" + toBase64(utf8) + "?="; }

// Encoded whatever it holds: one way for all names, and none that ends the header.
std::string encodedPhrase(std::string name) {
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; }, ' ');
    std::string words;
    for (std::size_t from = 0; from < name.size();) {
        std::size_t to = std::min(from + kMaxEncodedBytes, name.size());
        while (to < name.size() && isContinuation(name[to])) --to;
        words += (words.empty() ? "" : "\r\n ") + encodedWord(name.substr(from, to - from));
        from = to;
    }
    return words;
}

std::string quotedPrintable(const std::string& text) {
    std::ostringstream out;
    Poco::Net::QuotedPrintableEncoder encoder(out);
    for (const char c : text) {
        if (c == '\n') encoder << '\r';
        encoder << c;
    }
    encoder.close();
    return std::move(out).str();
}

std::string mailTime(std::int64_t unixMs) {
    return Poco::DateTimeFormatter::format(Poco::Timestamp(unixMs * 1000), "%w, %e %b %Y %H:%M:%S +0000");
}

std::string until(std::int64_t unixMs) {
    std::string time = isoTime(unixMs).substr(0, 16);
    std::replace(time.begin(), time.end(), 'T', ' ');
    return time + " UTC";
}

std::string forPrograms(const InvitationText& text) {
    if (!text.forPrograms) return "";
    return "This address is for programs: send it a POST request with {\"password\": \"...\"} as JSON.\n\n";
}

}  // namespace

std::string renderMail(const Mail& mail) {
    const std::string name = encodedPhrase(mail.toName);
    const std::string domain = mail.from.substr(mail.from.find('@') + 1);
    std::string message;
    const auto header = [&](const char* key, const std::string& value) {
        message.append(key).append(": ").append(value).append("\r\n");
    };
    header("Date", mailTime(mail.timeMs));
    header("Message-ID", "<" + randomToken(kMessageIdLength) + "@" + domain + ">");
    header("From", mail.from);
    header("To", name.empty() ? mail.to : name + "\r\n <" + mail.to + ">");
    header("Subject", mail.subject);
    header("Auto-Submitted", "auto-generated");
    header("MIME-Version", "1.0");
    header("Content-Type", "text/plain; charset=utf-8");
    header("Content-Transfer-Encoding", "quoted-printable");
    return message + "\r\n" + quotedPrintable(mail.text);
}

std::string renderInvitation(const InvitationText& invitation) {
    if (invitation.hasPassword) {
        return "Hello,\n\nsomebody who administers " + invitation.server +
               " made an address for a new password of the " + "account " + invitation.email +
               ".\nIf you asked for it, choose it here:\n\n" + invitation.address + "\n\n" + forPrograms(invitation) +
               "The address works once, until " + until(invitation.expiresAtMs) +
               ". It signs the account out everywhere.\nIf you did not ask, ask them why: until it is used, the "
               "password " +
               "stays.\n";
    }
    return "Hello,\n\nthere is an account for " + invitation.email + " at " + invitation.server +
           ".\nChoose its password here:\n\n" + invitation.address + "\n\n" + forPrograms(invitation) +
           "The invitation works once, until " + until(invitation.expiresAtMs) +
           ". If it was not meant for you, ignore it.\n";
}

std::string renderReset(const InvitationText& reset) {
    return "Hello,\n\nsomebody asked for a new password of the account " + reset.email + " at " + reset.server +
           ".\nIf it was you, choose it here:\n\n" + reset.address + "\n\n" + forPrograms(reset) +
           "The address works once, until " + until(reset.expiresAtMs) +
           ". It signs the account out everywhere.\nIf you did not ask, ignore this mail: the password stays.\n";
}

}  // namespace inkwell::users
