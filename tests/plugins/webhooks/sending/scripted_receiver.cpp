#include "tests/plugins/webhooks/sending/scripted_receiver.h"

#include <Poco/Exception.h>
#include <Poco/Net/SecureStreamSocket.h>

#include <array>

namespace inkwell::webhooks::test {

using Poco::Net::StreamSocket;

namespace {

const Poco::Timespan kStep(0, 20 * 1000);

std::size_t bodyLength(const std::string& head) {
    constexpr std::string_view kName = "Content-Length: ";
    const std::size_t at = head.find(kName);
    return at == std::string::npos ? 0 : std::stoul(head.substr(at + kName.size()));
}

bool isComplete(const std::string& request) {
    const std::size_t end = request.find("\r\n\r\n");
    return end != std::string::npos && request.size() >= end + 4 + bodyLength(request.substr(0, end));
}

}  // namespace

ScriptedReceiver::ScriptedReceiver(Script script, Poco::Net::Context::Ptr tls)
    : script_(std::move(script)),
      tls_(std::move(tls)),
      listener_(Poco::Net::SocketAddress("127.0.0.1", 0)),
      port_(listener_.address().port()),
      thread_([this] { run(); }) {}

ScriptedReceiver::ScriptedReceiver(std::string answer, Poco::Net::Context::Ptr tls)
    : ScriptedReceiver(
          [this, answer = std::move(answer)](StreamSocket& connection) {
              readRequest(connection);
              send(connection, answer);
          },
          std::move(tls)) {}

ScriptedReceiver::~ScriptedReceiver() {
    stopping_ = true;
    thread_.join();
}

std::string ScriptedReceiver::url(const std::string& path, const std::string& host) const {
    return (tls_.isNull() ? "http://" : "https://") + host + ":" + std::to_string(port_) + path;
}

std::vector<std::string> ScriptedReceiver::requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
}

void ScriptedReceiver::run() {
    while (!stopping_) {
        if (!listener_.poll(kStep, Poco::Net::Socket::SELECT_READ)) continue;
        try {
            StreamSocket connection = listener_.acceptConnection();
            ++connections_;
            if (!tls_.isNull()) connection = Poco::Net::SecureStreamSocket::attach(connection, tls_);
            script_(connection);
            connection.shutdownSend();
        } catch (const std::exception&) {
            // The sender refused or went, which its result tells.
        }
    }
}

void ScriptedReceiver::readRequest(StreamSocket& connection) {
    std::string request;
    std::array<char, 16 * 1024> piece;
    while (!isComplete(request)) {
        const int count = connection.receiveBytes(piece.data(), piece.size());
        if (count <= 0) break;
        request.append(piece.data(), count);
    }
    const std::lock_guard lock(mutex_);
    requests_.push_back(std::move(request));
}

void ScriptedReceiver::send(StreamSocket& connection, std::string_view bytes) {
    while (!bytes.empty()) {
        const int count = connection.sendBytes(bytes.data(), static_cast<int>(bytes.size()));
        if (count <= 0) throw Poco::IOException("the sender takes no more");
        bytes.remove_prefix(count);
    }
}

void ScriptedReceiver::awaitEnd(StreamSocket& connection) {
    std::array<char, 16 * 1024> piece;
    while (connection.receiveBytes(piece.data(), piece.size()) > 0) {
    }
}

}  // namespace inkwell::webhooks::test
