#include "kernel/operator/admin_socket.h"

#include <Poco/Net/ServerSocket.h>
#include <Poco/Net/SocketAddress.h>
#include <Poco/Net/StreamSocket.h>
#include <gtest/gtest.h>

#include <thread>

#include "tests/support/temporary_folder.h"

namespace inkwell::kernel {
namespace {

TEST(AdminSockets, AnswerTheirOwnServersCommands) {
    const test::TemporaryFolder folder;
    const std::string path = adminSocketPath(folder.path().string());
    EXPECT_FALSE(askRunningServer(path, {})) << "there is no socket";
    {
        const AdminSocket socket(path, {{"pid", 7}}, [](const JsonObject& request) { return request; });
        const std::optional<JsonObject> reply = askRunningServer(path, {{"command", "ping"}});
        ASSERT_TRUE(reply);
        EXPECT_EQ(reply->at("command"), "ping");
        EXPECT_EQ(reply->at("server"), (JsonObject{{"pid", 7}}));
    }
    EXPECT_FALSE(askRunningServer(path, {{"command", "ping"}})) << "nobody listens any more";
}

TEST(AdminSockets, TellAServerThatEndedFromOneThatIsNotThere) {
    const test::TemporaryFolder folder;
    const std::string path = adminSocketPath(folder.path().string());
    Poco::Net::ServerSocket listener(Poco::Net::SocketAddress(Poco::Net::SocketAddress::UNIX_LOCAL, path));
    std::thread dying([&] { listener.acceptConnection().close(); });
    EXPECT_THROW(askRunningServer(path, {{"command", "ping"}}), ServerEnded);
    dying.join();
}

}  // namespace
}  // namespace inkwell::kernel
