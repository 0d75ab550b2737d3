// What a webhook costs whoever writes: creates that trigger webhooks and creates that do not, in turns over one
// connection, so that everything else is the same for both.
// Usage: create_cost PORT BUCKET WRITE_KEY COUNT; prints the medians in milliseconds, without and with, and their
// ratio.
#include <Poco/Net/HTTPClientSession.h>
#include <Poco/Net/HTTPRequest.h>
#include <Poco/Net/HTTPResponse.h>
#include <Poco/NullStream.h>
#include <Poco/StreamCopier.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

double createMs(Poco::Net::HTTPClientSession& session, const std::string& bucket, const std::string& key,
                const std::string& body) {
    Poco::Net::HTTPRequest request("POST", "/v2/buckets/" + bucket + "/objects", "HTTP/1.1");
    request.set("Authorization", "Bearer " + key);
    request.setContentType("application/json");
    request.setContentLength(static_cast<std::streamsize>(body.size()));
    const auto begin = Clock::now();
    session.sendRequest(request) << body;
    Poco::Net::HTTPResponse response;
    std::istream& answer = session.receiveResponse(response);
    Poco::NullOutputStream nowhere;
    Poco::StreamCopier::copyStream(answer, nowhere);
    if (response.getStatus() != 200) throw std::runtime_error("a create was not answered with 200");
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

double median(std::vector<double>& values) {
    std::sort(values.begin(), values.end());
    return values.at(values.size() / 2);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 5) return 2;
    Poco::Net::HTTPClientSession session("127.0.0.1", static_cast<Poco::UInt16>(std::stoi(argv[1])));
    session.setKeepAlive(true);
    const std::string filler(2200, 'w');
    std::array<std::vector<double>, 2> taken;
    for (int i = 0; i < std::stoi(argv[4]); ++i) {
        for (const bool triggers : {false, true}) {
            // Titles of their own: a slug that is taken costs more than what is measured here.
            const std::string title = (triggers ? "With " : "Without ") + std::to_string(i);
            const std::string body = R"({"type":"posts","title":")" + title + R"(","content":")" + filler +
                                     R"(","trigger_webhook":)" + (triggers ? "true}" : "false}");
            taken.at(triggers ? 1 : 0).push_back(createMs(session, argv[2], argv[3], body));
        }
    }
    const double without = median(taken[0]);
    const double with = median(taken[1]);
    std::cout << without << ' ' << with << ' ' << with / without << std::endl;
    return 0;
}
