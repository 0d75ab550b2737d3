#include "kernel/operator/self_probe.h"

#include <Poco/Exception.h>
#include <Poco/Net/Context.h>
#include <Poco/Net/HTTPClientSession.h>
#include <Poco/Net/HTTPRequest.h>
#include <Poco/Net/HTTPResponse.h>
#include <Poco/Net/HTTPSClientSession.h>
#include <Poco/Timespan.h>

#include <memory>

namespace inkwell::kernel {

bool answersItself(const std::string& host, int port, bool secure, std::chrono::milliseconds patience) {
    const bool isAny = host.empty() || host == "0.0.0.0" || host == "::";
    const std::string asked = isAny ? "127.0.0.1" : host;
    try {
        std::unique_ptr<Poco::Net::HTTPClientSession> kept;
        if (secure) {
            const Poco::Net::Context::Ptr anyone =
                new Poco::Net::Context(Poco::Net::Context::TLS_CLIENT_USE, "", Poco::Net::Context::VERIFY_NONE);
            kept = std::make_unique<Poco::Net::HTTPSClientSession>(asked, static_cast<Poco::UInt16>(port), anyone);
        } else {
            kept = std::make_unique<Poco::Net::HTTPClientSession>(asked, static_cast<Poco::UInt16>(port));
        }
        Poco::Net::HTTPClientSession& session = *kept;
        session.setTimeout(Poco::Timespan(patience.count() * 1000));
        Poco::Net::HTTPRequest request(Poco::Net::HTTPRequest::HTTP_GET, "/health/live",
                                       Poco::Net::HTTPMessage::HTTP_1_1);
        session.sendRequest(request);
        Poco::Net::HTTPResponse response;
        session.receiveResponse(response);
        return response.getStatus() == Poco::Net::HTTPResponse::HTTP_OK;
    } catch (const Poco::Exception&) {
        return false;
    }
}

}  // namespace inkwell::kernel
