#pragma once

#include <Poco/Net/HTTPServer.h>

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "s3_options.h"

namespace inkwell::test {

/// What the fake answers.
struct FakeAnswer {
    int status = 200;
    std::string body = {};
    std::map<std::string, std::string> headers = {};
    int missingBytes = 0;  // of the body that Content-Length announces: then the connection is closed
    bool silent = false;   // closes the connection without an answer
    bool hangsUp = false;  // closes it after the answer, without a word
};

/// A service in this process that answers as a test says, for what a real one does not do on demand. Fails the test
/// when the signature of a request does not fit what came over the wire: s3rver does not look at it.
class FakeS3 {
public:
    /// `answer` is given "PUT /bucket/k1?x=" and runs on one thread at a time.
    explicit FakeS3(std::function<FakeAnswer(const std::string& request)> answer);
    ~FakeS3();

    media_store_s3::S3Options options() const;
    /// What was asked for so far, oldest first.
    std::vector<std::string> requests() const;
    /// A header of the last request.
    std::string lastHeader(const std::string& name) const;

private:
    friend class FakeHandler;
    static void checkSignature(const Poco::Net::HTTPServerRequest& request, const std::string& body);

    mutable std::mutex mutex_;
    std::function<FakeAnswer(const std::string&)> answer_;
    std::vector<std::string> requests_;
    std::map<std::string, std::string> headers_;
    std::unique_ptr<Poco::Net::HTTPServer> server_;
};

}  // namespace inkwell::test
