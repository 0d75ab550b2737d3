#include "tests/support/raw_connection.h"

#include <Poco/Net/StreamSocket.h>

#include <array>
#include <stdexcept>

#include "inkwell/text.h"

namespace inkwell::kernel::test {

struct RawConnection::Impl {
    Poco::Net::StreamSocket socket;
};

std::string RawResponse::header(const std::string& name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? "(none)" : found->second;
}

JsonObject RawResponse::json() const { return parseStoredJson(body).as_object(); }

std::string RawResponse::message() const { return std::string(textOf(json(), "message")); }

RawConnection::RawConnection(int port, const std::string& from) : impl_(std::make_unique<Impl>()) {
    if (from != "127.0.0.1") impl_->socket.impl()->bind(Poco::Net::SocketAddress(from, 0));
    impl_->socket.connect(Poco::Net::SocketAddress("127.0.0.1", static_cast<Poco::UInt16>(port)));
    impl_->socket.setReceiveTimeout(Poco::Timespan(60, 0));
}

RawConnection::~RawConnection() = default;

void RawConnection::send(const std::string& bytes) {
    impl_->socket.sendBytes(bytes.data(), static_cast<int>(bytes.size()));
}

void RawConnection::finish() { impl_->socket.shutdownSend(); }

bool RawConnection::fill() {
    std::array<char, 8192> buffer;
    const int count = impl_->socket.receiveBytes(buffer.data(), static_cast<int>(buffer.size()));
    if (count > 0) received_.append(buffer.data(), static_cast<std::size_t>(count));
    return count > 0;
}

RawResponse RawConnection::receive(bool withBody) {
    std::size_t end = 0;
    while ((end = received_.find("\r\n\r\n")) == std::string::npos) {
        if (!fill()) throw std::runtime_error("the connection ended with '" + received_ + "'");
    }
    RawResponse response;
    std::string head = received_.substr(0, end + 2);
    received_.erase(0, end + 4);
    response.status = std::stoi(head.substr(head.find(' ') + 1));
    for (std::size_t line = head.find("\r\n") + 2; line < head.size();) {
        const std::size_t next = head.find("\r\n", line);
        const std::size_t colon = head.find(':', line);
        response.headers[asciiLower(head.substr(line, colon - line))] =
            std::string(trimmed(std::string_view(head).substr(colon + 1, next - colon - 1)));
        line = next + 2;
    }
    const std::string length = response.header("content-length");
    const std::size_t size = withBody && length != "(none)" ? std::stoul(length) : 0;
    while (received_.size() < size) {
        if (!fill()) throw std::runtime_error("the connection ended in a body");
    }
    response.body = received_.substr(0, size);
    received_.erase(0, size);
    return response;
}

std::string RawConnection::receiveUntil(const std::string& end) {
    std::size_t found = 0;
    while ((found = received_.find(end)) == std::string::npos) {
        if (!fill()) throw std::runtime_error("the connection ended with '" + received_ + "'");
    }
    std::string text = received_.substr(0, found + end.size());
    received_.erase(0, text.size());
    return text;
}

bool RawConnection::closesNow() { return received_.empty() && !fill(); }

std::string get(const std::string& target, const std::string& headerLines) {
    return "GET " + target + " HTTP/1.1\r\nHost: test\r\n" + headerLines + "\r\n";
}

std::string post(const std::string& target, const std::string& body, const std::string& headerLines) {
    return "POST " + target + " HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: " +
           std::to_string(body.size()) + "\r\n" + headerLines + "\r\n" + body;
}

}  // namespace inkwell::kernel::test
