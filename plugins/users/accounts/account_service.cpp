#include "accounts/account_service.h"

#include "account_audit.h"
#include "accounts/decoy_hash.h"
#include "email.h"
#include "inkwell/client_network.h"
#include "inkwell/crypto.h"
#include "inkwell/error.h"
#include "inkwell/events.h"
#include "inkwell/identity.h"
#include "inkwell/text.h"

namespace inkwell::users {

namespace {

constexpr std::size_t kTokenLength = 50;
constexpr std::size_t kMaxClientLength = 200;
constexpr std::int64_t kMaxSessions = 100;
constexpr int kUsesInOneWrite = 200;
constexpr std::int64_t kHourMs = 60 * 60'000;
constexpr std::int64_t kDayMs = 24 * kHourMs;
constexpr std::size_t kBytesPerMib = 1024 * 1024;
// A success breaks a network's row of failures, so somebody with an account of their own could guess for ever. A site
// (of IPv6 all its 65,536 networks, of IPv4 the address) has a hundred failures an hour, whatever succeeds between
// them.
constexpr SignInThrottle::Options kSiteLimit{.freeFailures = 100, .forgetOneAfterMs = 36'000};
constexpr unsigned kSiteBits = 48;
constexpr std::int64_t kKnownNetworkDays = 90;
// Longer than the tries of one mail take together.
constexpr std::int64_t kMailDays = 7;

ApiError wrongCredentials() { return ApiError::unauthorized("the e-mail address or the password is wrong"); }

ApiError wrongCurrentPassword() { return ApiError::forbidden("'current_password' is wrong; nothing was changed"); }

ApiError wrongPassword() { return ApiError::forbidden("'password' is wrong; nothing was changed"); }

ApiError noServerAdmin() { return ApiError::forbidden("only an administrator of the server may do this"); }

ApiError accountIsGone() { return ApiError::unauthorized("the account of this token does not exist any more"); }

ApiError emailIsTaken(const std::string& email) {
    return ApiError::conflict("an account with the e-mail address '" + email + "' already exists");
}

// Not ApiError::notFound: it would repeat the token, which is a secret as long as it can be used.
ApiError unknownInvitation() {
    return ApiError(404, "not_found", "this invitation is unknown, was used or has expired; ask for a new one");
}

// Nor this one.
ApiError unknownReset() {
    return ApiError(404, "not_found", "this address for a new password is unknown, was used or has expired; ask again");
}

// Of the throttle for networks where an account has signed in before; never beside what somebody typed.
std::string knownKey(const std::string& userId, const std::string& network) { return userId + " " + network; }

std::string parsedEmail(std::string_view email) {
    auto parsed = parseEmail(email);
    if (!parsed) throw ApiError::badRequest("'" + std::string(email) + "' is not an e-mail address");
    return *parsed;
}

}  // namespace

AccountService::AccountService(Services& services, AccountStore& store, const Settings& settings)
    : services_(services),
      store_(store),
      settings_(settings),
      hasher_(static_cast<std::size_t>(settings.passwordMemoryMib) * kBytesPerMib),
      siteThrottle_(kSiteLimit) {}

std::string AccountService::signIn(const SignIn& input, const SignInPlace& place) {
    // Another sign-in may have renewed the hash meanwhile; it does so once.
    std::string token = trySignIn(input, place);
    if (token.empty()) token = trySignIn(input, place);
    if (token.empty()) throw wrongCredentials();
    return token;
}

std::string AccountService::trySignIn(const SignIn& input, const SignInPlace& place) {
    // Looked up before the try is counted: a database that is away is nobody's failure.
    const auto email = parseEmail(input.email);
    const auto account = email ? store_.findByEmail(*email) : std::nullopt;
    if (!passwordMatches(asciiLower(input.email), account, input.password, place.clientAddress))
        throw wrongCredentials();
    const std::string renewed = renewedHash(*account, input.password, place.clientAddress);

    return services_.database().write([&](Sql&) {
        auto current = store_.findForUpdate(account->id);
        // The password may have been changed, and its tokens revoked, while this one was checked.
        if (!current || current->passwordHash != account->passwordHash) return std::string();
        std::string token = randomToken(kTokenLength);
        insertSession(account->id, token, place);
        if (!renewed.empty()) store_.setPasswordHash(account->id, renewed);
        return token;
    });
}

std::string AccountService::renewedHash(const AccountRecord& account, const std::string& password,
                                        const std::string& clientAddress) {
    if (!hasher_.isOutdated(*account.passwordHash)) return "";
    try {
        return hashFor(clientAddress, password);
    } catch (const std::exception& error) {
        services_.log().warn("user '" + account.id + "' keeps the older hash of the password: " + error.what());
        return "";
    }
}

// The caller holds the account's row, so that sign-ins at the same time are counted one after the other.
void AccountService::insertSession(const std::string& userId, const std::string& token, const SignInPlace& place) {
    const std::int64_t nowMs = services_.clock().nowMs();
    if (store_.countSessions(userId) >= kMaxSessions) {
        for (const auto& [digest, usedMs] : tokenUses_.of(userId)) store_.setTokenUsed(digest, usedMs);
        store_.keepSessions(userId, nowMs, kMaxSessions - 1);
    }
    const std::string network = clientNetwork(place.clientAddress);
    store_.insertSession({services_.ids().next(), tokenDigest(token), userId, nowMs,
                          nowMs + settings_.tokenDays * kDayMs, place.client.substr(0, kMaxClientLength), network});
    store_.putNetwork(userId, network, nowMs);
}

void AccountService::signOut(std::string_view token) { store_.removeToken(tokenDigest(token)); }

std::vector<SessionRecord> AccountService::sessions(const std::string& userId) {
    return store_.sessionsOf(userId, services_.clock().nowMs());
}

void AccountService::endSession(const std::string& userId, const std::string& sessionId) {
    if (!store_.removeSession(userId, sessionId)) throw ApiError::notFound("session", sessionId);
}

std::optional<AccountRecord> AccountService::findByToken(std::string_view token) {
    if (token.size() != kTokenLength) return std::nullopt;
    const std::string digest = tokenDigest(token);
    const std::int64_t nowMs = services_.clock().nowMs();
    auto account = store_.findByToken(digest, nowMs);
    if (account) tokenUses_.note(account->id, digest, nowMs);
    return account;
}

AccountRecord AccountService::get(const std::string& userId) {
    auto account = store_.find(userId);
    if (!account) throw accountIsGone();
    return *account;
}

AccountRecord AccountService::edit(const std::string& userId, const OwnerEdit& input,
                                   const std::string& clientAddress) {
    const AccountRecord before = get(userId);
    const auto& current = input.currentPassword;
    if (current && !passwordMatches(before.email, before, *current, clientAddress)) throw wrongCurrentPassword();
    const std::string hash = input.password ? hashFor(clientAddress, *input.password) : "";
    return services_.database().write([&](Sql&) {
        auto account = store_.findForUpdate(userId);
        if (!account) throw accountIsGone();
        // Changed while this one was checked.
        if (current && account->passwordHash != before.passwordHash) throw wrongCurrentPassword();
        if (input.email && *input.email != account->email) {
            Problems problems;
            if (!current) problems.add("current_password", kPasswordIsNeeded);
            problems.throwIfAny("the account was not changed");
            changeEmail(userId, *input.email);
        }
        changeProfile(*account, input);
        input.password ? replacePassword(userId, hash, userId)
                       : publishUserChanged(services_, "", userId, "edited", userId);
        return get(userId);
    });
}

AccountRecord AccountService::confirmPassword(const std::string& userId, const std::string& password,
                                              const std::string& clientAddress) {
    AccountRecord account = get(userId);
    if (passwordMatches(account.email, account, password, clientAddress)) return account;
    throw wrongPassword();
}

void AccountService::requireServerAdmin(const std::string& userId) {
    if (!get(userId).serverAdmin) throw noServerAdmin();
}

void AccountService::requireStillServerAdmin(const AccountRecord& confirmed) {
    const AccountRecord now = get(confirmed.id);
    if (!now.serverAdmin) throw noServerAdmin();
    if (now.passwordHash != confirmed.passwordHash) throw wrongPassword();
}

std::string AccountService::acceptInvitation(std::string_view token, const std::string& password,
                                             const std::string& clientAddress) {
    const std::string digest = tokenDigest(token);
    const auto userId = store_.findInvited(digest, services_.clock().nowMs());
    if (!userId) throw unknownInvitation();
    checkPassword(password);
    const std::string hash = hashFor(clientAddress, password);
    const bool isFirst = services_.database().write([&](Sql&) {
        const auto account = store_.findForUpdate(*userId);
        if (!account || !store_.removeInvitation(digest)) throw unknownInvitation();
        replacePassword(*userId, hash, *userId);
        store_.setEmailProven(*userId);  // the invitation went to the address, or through the operator's hands
        if (account->passwordHash) tellBucketsOf(services_, *userId, kPasswordSet, *userId);
        return !account->passwordHash;
    });
    services_.log().info("user '" + *userId + "' has " + (isFirst ? "a first" : "another") +
                         " password, set by an invitation");
    return *userId;
}

std::optional<Invitation> AccountService::offerReset(const std::string& email) {
    return services_.database().write([&](Sql&) -> std::optional<Invitation> {
        const auto found = store_.findByEmail(email);
        // Locked: a change of the address or the password that is under way ends the resets that are there by then.
        auto account = found ? store_.findForUpdate(found->id) : std::nullopt;
        if (!account || account->email != found->email) return std::nullopt;
        Invitation reset{std::move(*account), randomToken(kTokenLength), services_.clock().nowMs() + kHourMs};
        store_.putReset(tokenDigest(reset.token), reset.account.id, reset.expiresAtMs);
        return reset;
    });
}

std::string AccountService::acceptReset(std::string_view token, const std::string& password,
                                        const std::string& clientAddress) {
    const std::string digest = tokenDigest(token);
    const auto userId = store_.findReset(digest, services_.clock().nowMs());
    if (!userId) throw unknownReset();
    checkPassword(password);
    const std::string hash = hashFor(clientAddress, password);
    const std::string email = services_.database().write([&](Sql&) {
        const auto account = store_.findForUpdate(*userId);
        if (!account || !store_.removeReset(digest)) throw unknownReset();
        replacePassword(*userId, hash, *userId);
        store_.setEmailProven(*userId);
        return account->email;
    });
    const std::string network = clientNetwork(clientAddress);
    accountThrottle_.forgive(email);
    knownThrottle_.forgive(knownKey(*userId, network));
    networkThrottle_.forgive(network);
    return *userId;
}

bool AccountService::hasAny() { return store_.hasAny(); }

AccountRecord AccountService::getById(const std::string& userId) {
    if (const auto account = store_.find(userId)) return *account;
    throw ApiError::notFound("user", userId);
}

AccountPage AccountService::list(AccountFilter filter) {
    filter.words = asciiLower(filter.words);
    return store_.list(filter);
}

AccountRecord AccountService::add(std::string_view email, std::string_view password, bool serverAdmin,
                                  const std::string& actor) {
    AccountRecord account;
    account.email = parsedEmail(email);
    account.serverAdmin = serverAdmin;
    if (!password.empty()) {
        checkPassword(password);
        account.passwordHash = hashFor("", password);
    }
    services_.database().write([&](Sql&) {
        account.id = services_.ids().next();
        account.createdAtMs = services_.clock().nowMs();
        try {
            store_.insert(account);
        } catch (const DatabaseError& error) {
            if (error.kind() != DatabaseError::Kind::Duplicate) throw;
            throw emailIsTaken(account.email);
        }
        publishUserChanged(services_, "", account.id, "created", actor);
    });
    return account;
}

void AccountService::setPassword(std::string_view email, std::string_view password) {
    checkPassword(password);
    const std::string userId = getByEmail(email).id;
    const std::string hash = hashFor("", password);
    services_.database().write([&](Sql&) {
        if (!store_.findForUpdate(userId)) throw ApiError::notFound("user", userId);
        replacePassword(userId, hash, Access::system().actor());
    });
}

Invitation AccountService::invite(std::string_view email) {
    const std::string userId = getByEmail(email).id;
    return services_.database().write([&](Sql&) {
        // Also the mail that waits: its own invitation would replace this one.
        store_.removeInvitationOf(userId);
        auto invitation = inviteAgain(userId);
        if (!invitation) throw ApiError::notFound("user", std::string(email));
        return *invitation;
    });
}

std::optional<Invitation> AccountService::inviteAgain(const std::string& userId) {
    return services_.database().write([&](Sql&) -> std::optional<Invitation> {
        auto account = store_.findForUpdate(userId);
        if (!account) return std::nullopt;
        const std::int64_t expiresAtMs = services_.clock().nowMs() + settings_.invitationDays * kDayMs;
        Invitation invitation{std::move(*account), randomToken(kTokenLength), expiresAtMs};
        store_.putInvitation(tokenDigest(invitation.token), userId, expiresAtMs);
        return invitation;
    });
}

void AccountService::removeExpired() {
    const std::int64_t nowMs = services_.clock().nowMs();
    store_.removeExpired(nowMs);
    store_.removeMailsQueuedBefore(nowMs - kMailDays * kDayMs);
    store_.removeNetworksSeenBefore(nowMs - kKnownNetworkDays * kDayMs);
    store_.removeAdditionsBefore(nowMs - kDayMs);
}

void AccountService::storeTokenUses() {
    const TokenUses::Uses uses = tokenUses_.take();
    for (auto next = uses.begin(); next != uses.end();) {
        const auto first = next;
        for (int i = 0; i < kUsesInOneWrite && next != uses.end(); ++i) ++next;
        services_.database().write([&](Sql&) {
            for (auto use = first; use != next; ++use) store_.setTokenUsed(use->first, use->second);
        });
    }
}

bool AccountService::passwordMatches(const std::string& email, const std::optional<AccountRecord>& account,
                                     const std::string& password, const std::string& clientAddress) {
    const std::string network = clientNetwork(clientAddress);
    const std::string site = clientNetwork(clientAddress, kSiteBits);
    // Where the owner has signed in before, the failures of strangers elsewhere do not count.
    const bool isKnown = store_.knowsNetwork(account ? account->id : "", network) && account;
    SignInThrottle& throttle = isKnown ? knownThrottle_ : accountThrottle_;
    const std::string key = isKnown ? knownKey(account->id, network) : email;
    // Also where it is not needed: the look itself must not tell either.
    const std::optional<std::string> decoy = decoyHash(store_, email);
    const std::int64_t askedMs = services_.clock().nowMs();
    siteThrottle_.check(site, askedMs);
    networkThrottle_.check(network, askedMs);
    throttle.check(key, askedMs);
    const HashingTurns::Turn turn(hasher_.turns(), {site, email});
    // After the wait: who waits is no try yet, and keeps nobody else from one.
    const std::int64_t nowMs = services_.clock().nowMs();
    SignInThrottle::Try ofSite(siteThrottle_, site, nowMs);
    SignInThrottle::Try ofNetwork(networkThrottle_, network, nowMs);
    SignInThrottle::Try ofAccount(throttle, key, nowMs);
    if (!hasher_.matches(turn, account ? account->passwordHash : std::nullopt, decoy, password)) {
        ++failures_;
        for (SignInThrottle::Try* one : {&ofSite, &ofNetwork, &ofAccount}) one->failed();
        return false;
    }
    // Of the site nothing is forgiven: a success proves nothing about the failures of others there.
    networkThrottle_.forgive(network);
    throttle.forgive(key);
    return true;
}

void AccountService::changeEmail(const std::string& userId, const std::string& email) {
    try {
        store_.setEmail(userId, email);
    } catch (const DatabaseError& error) {
        if (error.kind() != DatabaseError::Kind::Duplicate) throw;
        throw emailIsTaken(email);
    }
    store_.removeInvitationOf(userId);
}

void AccountService::changeProfile(AccountRecord account, const OwnerEdit& input) {
    if (input.firstName) account.firstName = *input.firstName;
    if (input.lastName) account.lastName = *input.lastName;
    for (const auto& member : input.profile) account.profile[member.key()] = member.value();
    try {
        store_.updateProfile(account);
    } catch (const DatabaseError& error) {
        if (error.kind() != DatabaseError::Kind::Duplicate) throw;
        throw ApiError::conflict("the user name '" + std::string(textOf(account.profile, "username")) + "' is taken");
    }
}

AccountRecord AccountService::getByEmail(std::string_view email) {
    auto account = store_.findByEmail(parsedEmail(email));
    if (!account) throw ApiError::notFound("user", std::string(email));
    return *account;
}

// `clientAddress` "": the operator's, who has no share.
std::string AccountService::hashFor(const std::string& clientAddress, std::string_view password) {
    const std::string site = clientAddress.empty() ? "" : clientNetwork(clientAddress, kSiteBits);
    return hasher_.hash(HashingTurns::Turn(hasher_.turns(), {site, ""}), password);
}

// The caller holds the account's row, so that no sign-in with the old password can slip in a token.
void AccountService::replacePassword(const std::string& userId, const std::string& hash, const std::string& actor) {
    store_.setPasswordHash(userId, hash);
    store_.removeTokensOf(userId);
    store_.removeInvitationOf(userId);
    store_.removeNetworksOf(userId);  // whoever knew the old password may have signed in from some
    publishUserChanged(services_, "", userId, "edited", actor);
}

void publishUserChanged(Services& services, const std::string& bucketId, const std::string& userId, const char* action,
                        const std::string& actor, const std::string& detail) {
    UserChanged fact;
    fact.change.bucketId = bucketId;
    fact.change.kind = "user";
    fact.change.id = userId;
    fact.change.action = action;
    fact.change.actor = actor;
    fact.change.detail = detail;
    services.events().publish(std::move(fact));
}

}  // namespace inkwell::users
