#include <Poco/Exception.h>
#include <Poco/Net/Context.h>
#include <Poco/Net/HTTPClientSession.h>
#include <Poco/Net/HTTPRequest.h>
#include <Poco/Net/HTTPResponse.h>
#include <Poco/Net/HTTPSClientSession.h>
#include <Poco/StreamCopier.h>
#include <Poco/Timespan.h>
#include <Poco/URI.h>

#include <algorithm>
#include <initializer_list>
#include <istream>
#include <limits>
#include <ostream>
#include <sstream>
#include <stdexcept>

#include "inkwell/error.h"
#include "inkwell/slug.h"
#include "inkwell/text.h"
#include "inkwell/tls.h"
#include "kernel/commands/content_side.h"

namespace inkwell::kernel {

namespace {

using Poco::Net::HTTPRequest;
using Poco::Net::HTTPResponse;

constexpr const char* kBuckets = "/v2/buckets/";
// A large file that is imported is silent for as long.
constexpr int kPatienceSeconds = 600;
constexpr std::size_t kMaxRefusalBytes = 1024 * 1024;
constexpr const char* kJson = "application/json";
constexpr const char* kBytes = "application/octet-stream";

std::int64_t sizeOf(std::istream& bytes) {
    const auto begin = bytes.tellg();
    bytes.seekg(0, std::ios::end);
    const auto size = static_cast<std::int64_t>(bytes.tellg() - begin);
    bytes.seekg(begin);
    return size;
}

// What a server says of a refusal, with its problems; not every proxy before it speaks JSON.
std::runtime_error refused(const std::string& what, const HTTPResponse& response, std::istream& body) {
    std::string text(kMaxRefusalBytes, '\0');
    body.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(body.gcount()));
    std::string sentence = what + " was answered with " + std::to_string(response.getStatus());
    try {
        const Json answer = parseJson(text);
        sentence += ": " + std::string(textOf(answer.as_object(), "message"));
        if (const JsonArray* problems = arrayOf(answer.as_object(), "problems")) {
            for (const Json& problem : *problems) {
                const JsonObject& one = problem.as_object();
                sentence.append("\n  ").append(textOf(one, "path")).append(": ").append(textOf(one, "message"));
            }
        }
    } catch (const std::exception&) {
        sentence += " " + response.getReason();
    }
    return std::runtime_error(sentence);
}

/// What goes with a request; "" and null for what does not.
struct Sent {
    std::istream* body = nullptr;
    std::string type = {};
    std::string ifMatch = {};
};

class RemoteSide : public ContentSide {
public:
    RemoteSide(Poco::URI address, std::string slug, const std::string& token)
        : address_(std::move(address)), slug_(std::move(slug)), authorization_("Bearer " + token) {
        root_ = address_.getPath().substr(0, address_.getPath().rfind(kBuckets));
        const auto port = static_cast<Poco::UInt16>(address_.getPort());
        if (address_.getScheme() == "https") {
            session_ = std::make_unique<Poco::Net::HTTPSClientSession>(address_.getHost(), port, tlsContext("", ""));
        } else {
            session_ = std::make_unique<Poco::Net::HTTPClientSession>(address_.getHost(), port);
        }
        session_->setTimeout(Poco::Timespan(kPatienceSeconds, 0));
        session_->setKeepAlive(true);
    }

    std::string name() const override { return address_.toString(); }
    std::string server() const override { return address_.getAuthority() + root_; }
    void exportTo(std::ostream& file) override { Poco::StreamCopier::copyStream(send("GET", bucket("/export")), file); }
    void import(std::istream& file) override { finish(send("POST", bucket("/import"), {&file, kJson})); }
    ContentFile openFile(const std::string& media) override {
        std::istream& bytes = send("GET", fileOf(media), {}, {HTTPResponse::HTTP_NOT_FOUND});
        if (status_ != HTTPResponse::HTTP_NOT_FOUND)
            return {{std::shared_ptr<void>(), &bytes}, size_};  // the session's
        finish(bytes);
        return {};
    }
    void fill(const std::string& media, std::istream& bytes) override {
        finish(send("PUT", bucket("/media-files/" + percentEncoded(media)), {&bytes, kBytes},
                    {HTTPResponse::HTTP_CONFLICT}));
    }
    bool removeObject(const std::string& id, const std::string& modifiedAt) override {
        const std::string path = bucket("/objects/" + id);
        std::ostringstream text;
        text << send("GET", path + "?status=any&props=modified_at", {}, {HTTPResponse::HTTP_NOT_FOUND}).rdbuf();
        if (status_ == HTTPResponse::HTTP_NOT_FOUND) return true;
        if (textOf(parseJson(text.str()).at("object").as_object(), "modified_at") != modifiedAt) return false;
        finish(send("DELETE", path, {nullptr, "", tag_},
                    {HTTPResponse::HTTP_NOT_FOUND, HTTPResponse::HTTP_PRECONDITION_FAILED}));
        return status_ != HTTPResponse::HTTP_PRECONDITION_FAILED;
    }

private:
    std::string bucket(const std::string& rest) const { return root_ + kBuckets + slug_ + rest; }
    std::string fileOf(const std::string& media) const {
        return root_ + "/v2/media-files/" + slug_ + "/" + percentEncoded(media);
    }

    /// The body of the response, which must be read before the next request. A status that is no success is thrown,
    /// unless it is `alsoFine`.
    std::istream& send(const char* method, const std::string& path, const Sent& sent = {},
                       std::initializer_list<int> alsoFine = {}) {
        const std::string what = std::string(method) + " " + path + " at " + address_.getAuthority();
        try {
            HTTPRequest request(method, path, HTTPRequest::HTTP_1_1);
            request.set("Authorization", authorization_);
            if (!sent.ifMatch.empty()) request.set("If-Match", sent.ifMatch);
            if (sent.body != nullptr) {
                request.setContentType(sent.type);
                request.setContentLength64(sizeOf(*sent.body));
            }
            std::ostream& out = session_->sendRequest(request);
            if (sent.body != nullptr) Poco::StreamCopier::copyStream(*sent.body, out);
            HTTPResponse response;
            std::istream& answer = session_->receiveResponse(response);
            status_ = response.getStatus();
            size_ = response.hasContentLength() ? response.getContentLength64() : -1;
            tag_ = response.get("ETag", "");
            const bool isFine = std::find(alsoFine.begin(), alsoFine.end(), status_) != alsoFine.end();
            if (status_ / 100 != 2 && !isFine) throw refused(what, response, answer);
            return answer;
        } catch (const Poco::Exception& error) {
            session_->reset();
            throw std::runtime_error(what + " failed: " + error.displayText());
        }
    }
    static void finish(std::istream& body) { body.ignore(std::numeric_limits<std::streamsize>::max()); }

    Poco::URI address_;
    std::string slug_;
    std::string root_;  // what stands before /v2
    const std::string authorization_;
    std::unique_ptr<Poco::Net::HTTPClientSession> session_;
    // Of the last response:
    int status_ = 0;
    std::int64_t size_ = 0;
    std::string tag_;
};

[[noreturn]] void refuseAddress(const std::string& address) {
    throw std::runtime_error("'" + address +
                             "' is no address of a bucket, such as https://example.com/v2/buckets/blog");
}

Poco::URI parse(const std::string& address) {
    try {
        return Poco::URI(address);
    } catch (const Poco::Exception&) {
        refuseAddress(address);
    }
}

}  // namespace

bool isAddress(const std::string& text) { return text.find("://") != std::string::npos; }

bool isReadable(const std::string& address) {
    const Poco::URI uri = parse(address);
    const std::string& host = uri.getHost();
    const bool isHere = host == "localhost" || host == "::1" || host == "[::1]" || host.starts_with("127.");
    return uri.getScheme() == "http" && !isHere;
}

std::unique_ptr<ContentSide> remoteSide(const std::string& address, const std::string& token) {
    Poco::URI uri = parse(address);
    std::string path = uri.getPath();
    if (path.ends_with('/')) path.pop_back();
    const std::size_t at = path.rfind(kBuckets);
    const std::string slug = at == std::string::npos ? "" : path.substr(at + std::string_view(kBuckets).size());
    const bool isKnown = uri.getScheme() == "http" || uri.getScheme() == "https";
    if (!isKnown || uri.getHost().empty() || !isSlug(slug) || !uri.getQuery().empty() || !uri.getUserInfo().empty()) {
        refuseAddress(address);
    }
    uri.setPath(path);
    return std::make_unique<RemoteSide>(std::move(uri), slug, token);
}

}  // namespace inkwell::kernel
