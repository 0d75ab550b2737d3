#pragma once

#include <gtest/gtest.h>

#include "inkwell/account_admin.h"
#include "inkwell/error.h"
#include "tests/support/error_text.h"
#include "tests/support/plugin_fixture.h"

extern "C" const inkwell::PluginManifest inkwell_plugin;

namespace inkwell::users {

inline constexpr const char* kPassword = "correct horse";

/// The plugin on a fresh database, with hashes that cost little.
class UsersTest : public ::testing::Test {
protected:
    UsersTest() { fixture_.host(inkwell_plugin, {{"password_memory_mib", 8}}); }

    Identity& identity() { return fixture_.get<Identity>(); }
    std::string invite(std::string_view email) { return fixture_.get<AccountAdmin>().invite(email).token; }

    /// A route's handler, as after the gatekeeper.
    Response call(Method method, const std::string& path, const std::string& body, RequestParts parts = {}) {
        if (!body.empty()) parts.body = parseJson(body);
        return fixture_.call(method, path, std::move(parts));
    }
    Response signIn(const std::string& email, const std::string& password, const std::string& address = "192.0.2.1") {
        RequestParts parts;
        parts.clientAddress = address;
        parts.body = JsonObject{{"email", email}, {"password", password}};
        return fixture_.call(Method::Post, "/v2/authenticate", std::move(parts));
    }
    std::string tokenOf(const std::string& email, const std::string& password) {
        return std::string(textOf(signIn(email, password).json.as_object(), "token"));
    }

    template <class Action>
    static std::string messageOf(Action action) {
        try {
            action();
            return "";
        } catch (const ApiError& error) {
            return error.message();
        }
    }

    test::PluginFixture fixture_;
};

}  // namespace inkwell::users
