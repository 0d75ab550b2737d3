#include "members/member_store.h"

#include <stdexcept>

#include "inkwell/database_engine.h"
#include "inkwell/json.h"
#include "inkwell/role_name.h"

namespace inkwell::users {

namespace {

std::string toDocument(const std::vector<std::string>& texts) {
    return writeJson(JsonArray(texts.begin(), texts.end()));
}

std::vector<std::string> toTexts(const SqlValue& document) {
    return boost::json::value_to<std::vector<std::string>>(parseStoredJson(document.view()));
}

// Columns role, draft_only, additional_permissions, object_types from `first` on.
Membership toMembership(const SqlRow& row, std::size_t first) {
    auto role = parseRole(row[first].view());
    if (!role) throw std::runtime_error("users_roles holds an unknown role");
    return {*role, row[first + 1].integer() != 0, toTexts(row[first + 2]), toTexts(row[first + 3])};
}

constexpr std::string_view kSelectMembers =
    "SELECT u.id, u.email, u.first_name, u.last_name, r.role, r.draft_only, r.additional_permissions, r.object_types, "
    "u.username, u.profile, r.accepted, r.given_first_name, r.given_last_name, r.given_email FROM users_roles r "
    "JOIN users u ON u.id = r.user_id WHERE r.bucket_id = ?";

std::string selectingMembers(std::string_view rest) { return std::string(kSelectMembers).append(rest); }

Member toMember(const SqlRow& row) {
    Member member;
    member.account.id = row[0].text();
    member.account.email = row[1].text();
    member.account.firstName = row[2].text();
    member.account.lastName = row[3].text();
    member.account.profile = toProfile(row[8], row[9]);
    member.membership = toMembership(row, 4);
    member.admission = {row[10].integer() != 0, row[11].text(), row[12].text(), row[13].text()};
    return member;
}

std::vector<std::string> firstColumn(const std::vector<SqlRow>& rows) {
    std::vector<std::string> texts;
    texts.reserve(rows.size());
    for (const SqlRow& row : rows) texts.push_back(row[0].text());
    return texts;
}

}  // namespace

bool isLastAdmin(const BucketAdmins& admins, const std::string& userId) {
    return admins.able.size() == 1 && admins.able.front() == userId;
}

std::optional<Membership> MemberStore::findMembership(const std::string& bucketId, const std::string& userId) {
    return services_.database().read([&](Sql& sql) -> std::optional<Membership> {
        auto row = sql.selectOne(
            "SELECT role, draft_only, additional_permissions, object_types FROM users_roles "
            "WHERE bucket_id = ? AND user_id = ?",
            {bucketId, userId});
        if (!row) return std::nullopt;
        return toMembership(*row, 0);
    });
}

std::optional<Member> MemberStore::find(const std::string& bucketId, const std::string& userId) {
    static const std::string kStatement = selectingMembers(" AND r.user_id = ?");
    return services_.database().read([&](Sql& sql) -> std::optional<Member> {
        auto row = sql.selectOne(kStatement, {bucketId, userId});
        if (!row) return std::nullopt;
        return toMember(*row);
    });
}

std::vector<Member> MemberStore::findAll(const std::string& bucketId, std::span<const std::string> userIds) {
    static const std::string kStatement = selectingMembers(" AND r.user_id IN ");
    return services_.database().read([&](Sql& sql) {
        SqlParams params{bucketId};
        const std::string list = sqlIn(userIds, params);
        std::vector<Member> members;
        for (const SqlRow& row : sql.select(kStatement + list, params)) members.push_back(toMember(row));
        return members;
    });
}

std::vector<Member> MemberStore::list(const std::string& bucketId) {
    static const std::string kStatement = selectingMembers(" ORDER BY r.user_id");
    return services_.database().read([&](Sql& sql) {
        std::vector<Member> members;
        for (const SqlRow& row : sql.select(kStatement, {bucketId})) members.push_back(toMember(row));
        return members;
    });
}

std::vector<std::string> MemberStore::bucketsOf(const std::string& userId) {
    return services_.database().read([&](Sql& sql) {
        return firstColumn(
            sql.select("SELECT bucket_id FROM users_roles WHERE user_id = ? ORDER BY bucket_id", {userId}));
    });
}

std::vector<std::string> MemberStore::acceptedBucketsOf(const std::string& userId) {
    return services_.database().read([&](Sql& sql) {
        return firstColumn(sql.select(
            "SELECT bucket_id FROM users_roles WHERE user_id = ? AND accepted = 1 ORDER BY bucket_id", {userId}));
    });
}

std::vector<BucketMembership> MemberStore::membershipsOf(const std::string& userId) {
    return services_.database().read([&](Sql& sql) {
        std::vector<BucketMembership> memberships;
        for (const SqlRow& row :
             sql.select("SELECT bucket_id, role, draft_only, additional_permissions, object_types FROM users_roles "
                        "WHERE user_id = ? ORDER BY bucket_id",
                        {userId}))
            memberships.push_back({row[0].text(), toMembership(row, 1)});
        return memberships;
    });
}

std::vector<std::string> MemberStore::lockAdmins(const std::string& bucketId) {
    return services_.database().write([&](Sql& sql) {
        return firstColumn(
            sql.select("SELECT user_id FROM users_roles WHERE bucket_id = ? AND role = 'admin' "
                       "ORDER BY user_id" +
                           std::string(sql.dialect().forUpdate()),
                       {bucketId}));
    });
}

// The accounts are not locked: a password never goes, and an account only with its roles.
BucketAdmins MemberStore::adminsForUpdate(const std::string& bucketId) {
    const std::size_t all = lockAdmins(bucketId).size();
    return services_.database().read([&](Sql& sql) {
        BucketAdmins admins;
        admins.able = firstColumn(
            sql.select("SELECT r.user_id FROM users_roles r JOIN users u ON u.id = r.user_id "
                       "WHERE r.bucket_id = ? AND r.role = 'admin' AND r.accepted = 1 AND u.password_hash IS NOT NULL",
                       {bucketId}));
        admins.hasOthers = admins.able.size() < all;
        return admins;
    });
}

void MemberStore::insert(const std::string& bucketId, const std::string& userId, const Membership& membership,
                         const Admission& admission) {
    services_.database().write([&](Sql& sql) {
        sql.execute(
            "INSERT INTO users_roles (bucket_id, user_id, role, draft_only, additional_permissions, object_types, "
            "accepted, given_first_name, given_last_name, given_email) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            {bucketId, userId, roleName(membership.role), membership.draftOnly,
             toDocument(membership.additionalPermissions), toDocument(membership.objectTypes), admission.accepted,
             admission.givenFirstName, admission.givenLastName, admission.givenEmail});
    });
}

void MemberStore::accept(const std::string& bucketId, const std::string& userId) {
    services_.database().write([&](Sql& sql) {
        sql.execute("UPDATE users_roles SET accepted = 1 WHERE bucket_id = ? AND user_id = ?", {bucketId, userId});
    });
}

void MemberStore::update(const std::string& bucketId, const std::string& userId, const Membership& membership) {
    services_.database().write([&](Sql& sql) {
        sql.execute(
            "UPDATE users_roles SET role = ?, draft_only = ?, additional_permissions = ?, object_types = ? "
            "WHERE bucket_id = ? AND user_id = ?",
            {roleName(membership.role), membership.draftOnly, toDocument(membership.additionalPermissions),
             toDocument(membership.objectTypes), bucketId, userId});
    });
}

void MemberStore::remove(const std::string& bucketId, const std::string& userId) {
    services_.database().write([&](Sql& sql) {
        sql.execute("DELETE FROM users_roles WHERE bucket_id = ? AND user_id = ?", {bucketId, userId});
    });
}

void MemberStore::removeUser(const std::string& userId) {
    services_.database().write([&](Sql& sql) { sql.execute("DELETE FROM users_roles WHERE user_id = ?", {userId}); });
}

void MemberStore::removeOfBucket(const std::string& bucketId) {
    services_.database().write(
        [&](Sql& sql) { sql.execute("DELETE FROM users_roles WHERE bucket_id = ?", {bucketId}); });
}

}  // namespace inkwell::users
