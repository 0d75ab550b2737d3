#include "local_identity.h"

namespace inkwell::users {

namespace {

Account toAccount(const AccountRecord& record) { return {record.id, record.email, record.serverAdmin}; }

}  // namespace

std::optional<Account> LocalIdentity::findByToken(std::string_view token) {
    auto record = accounts_.findByToken(token);
    return record ? std::optional(toAccount(*record)) : std::nullopt;
}

std::optional<Membership> LocalIdentity::findMembership(const std::string& userId, const std::string& bucketId) {
    return members_.findMembership(userId, bucketId);
}

std::vector<std::string> LocalIdentity::bucketsOf(const std::string& userId) { return members_.bucketsOf(userId); }

std::vector<std::string> LocalIdentity::acceptedBucketsOf(const std::string& userId) {
    return members_.acceptedBucketsOf(userId);
}

void LocalIdentity::addAdmin(const std::string& userId, const std::string& bucketId) {
    members_.addAdmin(userId, bucketId);
}

bool LocalIdentity::hasAccounts() { return accounts_.hasAny(); }

Account LocalIdentity::addAccount(std::string_view email, std::string_view password, bool serverAdmin) {
    return toAccount(accounts_.add(email, password, serverAdmin, Access::system().actor()));
}

void LocalIdentity::setPassword(std::string_view email, std::string_view password) {
    accounts_.setPassword(email, password);
}

}  // namespace inkwell::users
