#include "kernel/operator/admin_socket.h"

#include <Poco/Net/NetException.h>
#include <Poco/Net/ServerSocket.h>
#include <Poco/Net/SocketAddress.h>
#include <Poco/Net/StreamSocket.h>
#include <Poco/Timespan.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <future>
#include <list>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "kernel/runtime/log.h"

namespace inkwell::kernel {

namespace {

constexpr std::size_t kMaxLine = 1024 * 1024;
constexpr std::string_view kSocketName = "/admin.sock";
constexpr std::size_t kMaxFolderPath = 107 - kSocketName.size();  // sockaddr_un

std::string readLine(Poco::Net::StreamSocket& socket) {
    std::string line;
    char buffer[4096];
    while (line.find('\n') == std::string::npos) {
        const int got = socket.receiveBytes(buffer, sizeof(buffer));
        if (got <= 0) throw Poco::Net::ConnectionResetException("the other side ended the conversation");
        if (line.size() > kMaxLine) throw std::runtime_error("the other side sends more than a line may have");
        line.append(buffer, static_cast<std::size_t>(got));
    }
    return line.substr(0, line.find('\n'));
}

void sendLine(Poco::Net::StreamSocket& socket, const JsonObject& object) {
    const std::string line = writeJson(object) + "\n";
    std::size_t sent = 0;
    while (sent < line.size()) {
        sent += static_cast<std::size_t>(socket.sendBytes(line.data() + sent, static_cast<int>(line.size() - sent)));
    }
}

Poco::Net::SocketAddress addressOf(const std::string& path) {
    return Poco::Net::SocketAddress(Poco::Net::SocketAddress::UNIX_LOCAL, path);
}

}  // namespace

struct AdminSocket::Impl {
    Impl(std::string givenPath, JsonObject givenAbout, Answer givenAnswer)
        : path(std::move(givenPath)), about(std::move(givenAbout)), answer(std::move(givenAnswer)) {
        const Poco::Net::SocketAddress address = addressOf(path);
        unlink(path.c_str());  // left behind by a server that was killed
        try {
            socket.bind(address, false);
        } catch (const Poco::Exception& error) {
            throw std::runtime_error("cannot listen at " + path + ": " + error.displayText());
        }
        // Before it listens nobody can connect. No umask(): that is the process's, and others make folders meanwhile.
        if (chmod(path.c_str(), S_IRUSR | S_IWUSR) != 0) {
            const int code = errno;
            unlink(path.c_str());
            throw std::runtime_error("cannot listen at " + path + ": " + std::generic_category().message(code));
        }
        socket.listen(8);
        thread = std::thread([this] { run(); });
    }

    ~Impl() {
        stopping = true;
        thread.join();
        socket.close();
        unlink(path.c_str());
    }

    void run() {
        const Poco::Timespan step(0, 100'000);
        while (!stopping) {
            try {
                if (!socket.poll(step, Poco::Net::Socket::SELECT_READ)) continue;
                conversations.remove_if([](const std::future<void>& one) {
                    return one.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
                });
                conversations.push_back(std::async(
                    std::launch::async, [this, client = socket.acceptConnection()]() mutable { converse(client); }));
            } catch (const std::exception& error) {
                warn(error);
            }
        }
        conversations.clear();  // waits for those that are under way
    }

    void converse(Poco::Net::StreamSocket& client) noexcept {
        try {
            client.setReceiveTimeout(Poco::Timespan(5, 0));
            client.setSendTimeout(Poco::Timespan(5, 0));
            serve(client);
        } catch (const std::exception& error) {
            warn(error);
        }
    }

    static void warn(const std::exception& error) { kernelLog().warn(std::string("admin socket: ") + error.what()); }

    void serve(Poco::Net::StreamSocket& client) {
        JsonObject reply;
        try {
            const Json request = parseJson(readLine(client), "request");
            if (!request.is_object()) throw ApiError::badRequest("a request is a JSON object");
            reply = answer(request.get_object());
        } catch (const ApiError& error) {
            reply["error"] = error.message();
        } catch (const std::exception& error) {
            reply["error"] = error.what();
        }
        reply["server"] = about;
        sendLine(client, reply);
    }

    std::string path;
    const JsonObject about;
    Answer answer;
    Poco::Net::ServerSocket socket;
    std::atomic<bool> stopping{false};
    std::list<std::future<void>> conversations;  // of the thread
    std::thread thread;
};

AdminSocket::AdminSocket(std::string path, JsonObject about, Answer answer)
    : impl_(std::make_unique<Impl>(std::move(path), std::move(about), std::move(answer))) {}

AdminSocket::~AdminSocket() = default;

std::optional<JsonObject> askRunningServer(const std::string& path, const JsonObject& request,
                                           std::chrono::seconds patience) {
    if (access(path.c_str(), R_OK | W_OK) != 0) {
        if (errno != EACCES) return std::nullopt;
        const std::string folder = std::filesystem::path(path).parent_path().string();
        if (access(folder.c_str(), X_OK) != 0) {
            throw std::runtime_error("the data directory '" + folder +
                                     "' (data.directory) may not be entered by this " +
                                     "user: run the command as the server's user, or as root");
        }
        throw std::runtime_error("the admin socket '" + path + "' may not be opened by this user: run the command as " +
                                 "the server's user, or as root");
    }
    Poco::Net::StreamSocket socket;
    try {
        socket.connect(addressOf(path));
    } catch (const Poco::Exception&) {
        return std::nullopt;  // a socket without a listener: the server was killed
    }
    try {
        socket.setReceiveTimeout(Poco::Timespan(static_cast<long>(patience.count()), 0));
        sendLine(socket, request);
        const Json reply = parseStoredJson(readLine(socket));
        if (reply.is_object()) return reply.get_object();
    } catch (const Poco::TimeoutException&) {
        throw std::runtime_error("the running server did not answer at '" + path + "' within " +
                                 std::to_string(patience.count()) + " seconds");
    } catch (const Poco::IOException&) {
        throw ServerEnded("the running server ended before it answered at '" + path + "'");
    }
    throw std::runtime_error("the running server gave an answer that is not a JSON object");
}

std::string adminSocketPath(const std::string& dataDirectory) {
    if (dataDirectory.size() <= kMaxFolderPath) return dataDirectory + std::string(kSocketName);
    throw std::runtime_error("the path '" + dataDirectory + "' has " + std::to_string(dataDirectory.size()) +
                             " bytes, and one of more than " + std::to_string(kMaxFolderPath) +
                             " is too long for the socket by which commands reach the server");
}

}  // namespace inkwell::kernel
