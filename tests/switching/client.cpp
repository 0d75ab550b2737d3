#include "tests/switching/client.h"

#include <Poco/Net/HTTPRequest.h>
#include <Poco/Net/HTTPResponse.h>
#include <Poco/Net/SocketAddress.h>
#include <Poco/Net/StreamSocket.h>
#include <Poco/StreamCopier.h>

#include <algorithm>
#include <thread>

#include "inkwell/text.h"

namespace inkwell::test {

namespace {

constexpr std::size_t kMaxFailures = 10;
constexpr std::chrono::milliseconds kPause{3};
const Poco::Timespan kPatience(120, 0);
const Poco::Timespan kGlance(0, 50'000);

bool saysDisabled(const Reply& reply, const std::string& plugin) {
    return reply.status == 404 &&
           reply.body.find("the plugin '" + plugin + "' that serves this address is disabled") != std::string::npos;
}

}  // namespace

void Tally::count(const std::string& what) {
    const std::lock_guard lock(mutex_);
    ++counts_[what];
}

void Tally::fail(const std::string& text) {
    const std::lock_guard lock(mutex_);
    if (failures_.size() < kMaxFailures) failures_.push_back(text);
}

std::map<std::string, int> Tally::counts() const {
    const std::lock_guard lock(mutex_);
    return counts_;
}

std::vector<std::string> Tally::failures() const {
    const std::lock_guard lock(mutex_);
    return failures_;
}

Client::Client(int port, const Board& board, Tally& tally)
    : port_(port), board_(board), tally_(tally), session_("127.0.0.1", static_cast<Poco::UInt16>(port)) {
    session_.setKeepAlive(true);
    session_.setTimeout(kPatience);
}

Reply Client::get(const Asked& asked, const std::string& address, const Headers& headers) {
    return send(asked, "GET", address, headers, {});
}

Reply Client::send(const Asked& asked, const std::string& method, const std::string& address, const Headers& headers,
                   const std::vector<std::string>& parts) {
    const int before = board_.stamp(asked.plugin);
    const int usersBefore = board_.stamp("users");
    try {
        const Reply reply = exchange(method, address, headers, parts);
        judge(asked, reply, Board::between(before, board_.stamp(asked.plugin)),
              Board::between(usersBefore, board_.stamp("users")));
        return reply;
    } catch (const Poco::Exception& error) {
        session_.reset();
        tally_.fail(asked.what + ": " + error.displayText());
        return {};
    }
}

Reply Client::exchange(const std::string& method, const std::string& address, const Headers& headers,
                       const std::vector<std::string>& parts) {
    Poco::Net::HTTPRequest request(method, address, Poco::Net::HTTPMessage::HTTP_1_1);
    request.setKeepAlive(true);
    std::size_t length = 0;
    for (const std::string& part : parts) length += part.size();
    if (!parts.empty()) {
        request.setContentType("application/json");
        request.setContentLength(static_cast<std::streamsize>(length));
    }
    for (const auto& [name, value] : headers) request.set(name, value);
    std::ostream& body = session_.sendRequest(request);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) std::this_thread::sleep_for(kPause);
        body << parts[i] << std::flush;
    }
    Poco::Net::HTTPResponse response;
    std::istream& answer = session_.receiveResponse(response);
    Reply reply;
    reply.status = static_cast<int>(response.getStatus());
    Poco::StreamCopier::copyToString(answer, reply.body);
    for (const auto& [name, value] : response) reply.headers[asciiLower(name)] = value;
    return reply;
}

void Client::judge(const Asked& asked, const Reply& reply, Board::State state, Board::State users) {
    const bool isGood = std::find(asked.good.begin(), asked.good.end(), reply.status) != asked.good.end();
    const bool isOff = saysDisabled(reply, asked.plugin);
    const bool lacksUsers = asked.asUser && users != Board::State::On && reply.status == 503;
    if (state != Board::State::Off && isGood) return tally_.count(asked.what);
    if (state != Board::State::On && isOff) return tally_.count(asked.plugin + " off");
    if (state != Board::State::Off && lacksUsers) return tally_.count("users missing");
    tally_.fail(asked.what + ": " + std::to_string(reply.status) + " " + reply.body);
}

void Client::listen(const Asked& asked, const std::string& address, int pieces, const std::atomic<bool>& stopping) {
    const int before = board_.stamp(asked.plugin);
    std::string answer;
    bool isEnded = false;
    try {
        Poco::Net::StreamSocket socket(Poco::Net::SocketAddress("127.0.0.1", static_cast<Poco::UInt16>(port_)));
        const std::string head = "GET " + address + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
        socket.sendBytes(head.data(), static_cast<int>(head.size()));
        char buffer[4096];
        while (pieces > 0 && !isEnded && !(stopping && !answer.empty())) {
            if (!socket.poll(kGlance, Poco::Net::Socket::SELECT_READ)) continue;
            const int got = socket.receiveBytes(buffer, sizeof buffer);
            isEnded = got <= 0;
            if (!isEnded) answer.append(buffer, static_cast<std::size_t>(got));
            --pieces;
        }
    } catch (const Poco::Exception& error) {
        return tally_.fail(asked.what + ": " + error.displayText());
    }
    Reply reply;
    if (answer.starts_with("HTTP/1.1 ")) reply.status = std::stoi(answer.substr(9));
    reply.body = answer;
    if (reply.status == 200 && isEnded && !answer.ends_with("0\r\n\r\n")) {
        return tally_.fail(asked.what + " was cut: " + answer);
    }
    // How long it lasts is no matter: the answer is of the moment when it began.
    judge(asked, reply, Board::between(before, board_.stamp(asked.plugin)), Board::State::On);
}

}  // namespace inkwell::test
