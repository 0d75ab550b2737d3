#include "tests/support/invitation.h"

#include <stdexcept>

#include "tests/support/http_client.h"
#include "tests/support/test_server.h"

namespace inkwell::test {

namespace {

JsonObject post(int port, const std::string& path, const JsonObject& body) {
    const Reply reply = sendRequest(port, "POST", path, {}, writeJson(body));
    if (reply.status != 200) throw std::runtime_error(path + ": " + reply.body);
    return reply.json();
}

}  // namespace

std::string acceptInvitation(int port, const std::string& email, const std::string& printed) {
    const std::size_t begin = printed.find("/v2/invitations/");
    if (begin == std::string::npos) throw std::runtime_error("this names no invitation: " + printed);
    const std::string path = printed.substr(begin, printed.find_first_of(" \n\"", begin) - begin);
    post(port, path, {{"password", kPassword}});
    return std::string(textOf(post(port, "/v2/authenticate", {{"email", email}, {"password", kPassword}}), "token"));
}

}  // namespace inkwell::test
