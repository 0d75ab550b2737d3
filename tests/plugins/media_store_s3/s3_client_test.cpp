// What the store asks for, and what it makes of answers that a real service does not give on demand.
#include <gtest/gtest.h>

#include <iterator>
#include <utility>

#include "s3_media_store.h"
#include "tests/plugins/media_store_s3/fake_s3.h"

namespace inkwell::media_store_s3 {
namespace {

using Kind = MediaStoreError::Kind;
using test::FakeAnswer;
using test::FakeS3;
using Requests = std::vector<std::string>;

constexpr std::size_t kMegabyte = 1024 * 1024;

void put(MediaStore& store, const std::string& key, const std::string& bytes) {
    const auto writer = store.begin(key, {"text/html", true});
    writer->write(bytes);
    writer->commit();
}

MediaStoreError errorOf(const std::function<void()>& action) {
    try {
        action();
    } catch (const MediaStoreError& error) {
        EXPECT_EQ(std::string(error.what()).find("very-secret"), std::string::npos) << error.what();
        return error;
    }
    ADD_FAILURE() << "no MediaStoreError was thrown";
    return {Kind::NotFound, "none"};
}

FakeAnswer errorAnswer(int status, const std::string& code) {
    return {status, "<Error><Code>" + code + "</Code><Message>StringToSign: very-secret</Message></Error>"};
}

/// What a service answers to an upload in parts.
FakeAnswer answerToUpload(const std::string& request) {
    if (request.ends_with("?uploads=")) {
        return {200, "<InitiateMultipartUploadResult><UploadId>u/1</UploadId></InitiateMultipartUploadResult>"};
    }
    if (request.starts_with("PUT")) return {200, "", {{"ETag", "\"e\""}}};
    if (request.starts_with("POST")) return {200, "<CompleteMultipartUploadResult/>"};
    return {204};
}

TEST(S3Requests, SendASmallContentInOne) {
    FakeS3 fake([](const std::string&) { return FakeAnswer{}; });
    S3MediaStore store(fake.options());
    put(store, "k1", std::string(8 * kMegabyte, 'x'));
    EXPECT_EQ(fake.requests(), (Requests{"PUT /bucket/k1"}));
    EXPECT_EQ(fake.lastHeader("content-type"), "text/html");
    EXPECT_EQ(fake.lastHeader("content-disposition"), "attachment");
    EXPECT_NE(
        fake.lastHeader("authorization")
            .find("SignedHeaders=cache-control;content-disposition;content-type;host;x-amz-content-sha256;x-amz-date"),
        std::string::npos);
}

TEST(S3Requests, SendALargeContentInParts) {
    FakeS3 fake(answerToUpload);
    S3MediaStore store(fake.options());
    put(store, "k1", std::string(16 * kMegabyte + 1, 'x'));
    EXPECT_EQ(fake.requests(),
              (Requests{"POST /bucket/k1?uploads=", "PUT /bucket/k1?partNumber=1&uploadId=u%2F1",
                        "PUT /bucket/k1?partNumber=2&uploadId=u%2F1", "PUT /bucket/k1?partNumber=3&uploadId=u%2F1",
                        "POST /bucket/k1?uploadId=u%2F1"}));
}

TEST(S3Requests, AbortAnUploadThatIsNotCommitted) {
    FakeS3 fake(answerToUpload);
    S3MediaStore store(fake.options());
    store.begin("k1", {})->write(std::string(9 * kMegabyte, 'x'));
    EXPECT_EQ(fake.requests().back(), "DELETE /bucket/k1?uploadId=u%2F1");
}

TEST(S3Requests, AbortAnUploadWhosePartIsRefused) {
    FakeS3 fake([](const std::string& request) {
        if (request.find("partNumber=2") != std::string::npos) return errorAnswer(507, "XMinioStorageFull");
        return answerToUpload(request);
    });
    S3MediaStore store(fake.options());
    EXPECT_EQ(errorOf([&] { put(store, "k1", std::string(20 * kMegabyte, 'x')); }).kind(), Kind::Full);
    EXPECT_EQ(fake.requests().back(), "DELETE /bucket/k1?uploadId=u%2F1");
}

TEST(S3Requests, SayHowAContentIsServedToEverybody) {
    FakeS3 fake([](const std::string& request) {
        return request.starts_with("POST") ? errorAnswer(403, "AccessDenied") : FakeAnswer{};
    });
    S3MediaStore store(fake.options());
    const std::string cached = "public, max-age=31536000, immutable";
    store.begin("k1", {"image/png", false, "dawn.png"})->commit();
    EXPECT_EQ(fake.lastHeader("content-type"), "image/png");
    EXPECT_EQ(fake.lastHeader("cache-control"), cached);
    EXPECT_EQ(fake.lastHeader("content-disposition"), "");
    const std::string named =
        R"(attachment; filename="sp_te___Notiz_.html"; filename*=UTF-8''sp%C3%A4te%20%20%22Notiz%22.html)";
    const MediaContentInfo info{"text/html", true, R"(späte  "Notiz".html)"};
    store.begin("k2", info)->commit();
    EXPECT_EQ(fake.lastHeader("content-disposition"), named);
    const std::unique_ptr<MediaWriter> large = store.begin("k3", info);
    EXPECT_EQ(errorOf([&] { large->write(std::string(9 * kMegabyte, 'x')); }).kind(), Kind::Other);
    EXPECT_EQ(fake.requests().back(), "POST /bucket/k3?uploads=");
    EXPECT_EQ(fake.lastHeader("content-disposition"), named);
    EXPECT_EQ(fake.lastHeader("cache-control"), cached);
    store.begin("k4", {"text/html", true, std::string(400, ' ')})->commit();
    EXPECT_EQ(fake.lastHeader("content-disposition"), "attachment; filename=\"" + std::string(400, '_') + "\"");
    EXPECT_TRUE(fake.lastHeader("authorization").find("cache-control;content-disposition;content-type;host;") !=
                std::string::npos)
        << fake.lastHeader("authorization");
}

TEST(S3Requests, LeaveACopyToTheService) {
    std::string size = "5";
    std::string body = "<CopyObjectResult><ETag>e</ETag></CopyObjectResult>";
    FakeS3 fake([&](const std::string& request) {
        return request.starts_with("HEAD") ? FakeAnswer{200, "", {{"Content-Length", size}}} : FakeAnswer{200, body};
    });
    S3Options options = fake.options();
    options.prefix = "media";
    S3MediaStore store(options);
    EXPECT_TRUE(store.copy("k1", "k2"));
    EXPECT_EQ(fake.requests(), (Requests{"HEAD /bucket/media/k1", "PUT /bucket/media/k2"}));
    EXPECT_EQ(fake.lastHeader("x-amz-copy-source"), "/bucket/media/k1");
    body = "<Error><Code>InternalError</Code></Error>";
    EXPECT_EQ(errorOf([&] { store.copy("k1", "k2"); }).kind(), Kind::Unavailable);
    size = "5368709121";
    EXPECT_FALSE(store.copy("k1", "k2")) << "no service takes more in one request";
    EXPECT_EQ(fake.requests().back(), "HEAD /bucket/media/k1");
}

TEST(S3Requests, TakeAnErrorInTheAnswerToTheEndOfAnUploadForWhatItIs) {
    FakeS3 fake([](const std::string& request) {
        if (request.starts_with("POST") && request.find("uploadId") != std::string::npos) {
            return FakeAnswer{200, "<Error><Code>InternalError</Code></Error>"};
        }
        return answerToUpload(request);
    });
    S3MediaStore store(fake.options());
    EXPECT_EQ(errorOf([&] { put(store, "k1", std::string(9 * kMegabyte, 'x')); }).kind(), Kind::Unavailable);
    const Requests requests = fake.requests();
    const std::string end = "POST /bucket/k1?uploadId=u%2F1";
    EXPECT_EQ(Requests(requests.end() - 5, requests.end()),
              (Requests{end, end, end, "DELETE /bucket/k1", "DELETE /bucket/k1?uploadId=u%2F1"}));
}

TEST(S3Requests, EndAnUploadAgainWhenTheAnswerToItsEndIsAnErrorThatPasses) {
    int ends = 0;
    FakeS3 fake([&](const std::string& request) {
        const bool isEnd = request.starts_with("POST") && request.find("uploadId") != std::string::npos;
        if (isEnd && ++ends == 1) return FakeAnswer{200, "<Error><Code>InternalError</Code></Error>"};
        return answerToUpload(request);
    });
    S3MediaStore store(fake.options());
    EXPECT_NO_THROW(put(store, "k1", std::string(9 * kMegabyte, 'x')));
    EXPECT_EQ(ends, 2);
}

/// A service that ends an upload with `first`, and knows nothing of it afterwards; what is asked then is in `requests`.
class EndedUpload {
public:
    EndedUpload(FakeAnswer first, FakeAnswer head) : first_(std::move(first)), head_(std::move(head)) {}

    /// "" when the content is committed.
    std::string commit() {
        S3MediaStore store(fake_.options());
        const auto writer = store.begin("k1", {});
        writer->write(std::string(9 * kMegabyte, 'x'));
        try {
            writer->commit();
        } catch (const MediaStoreError& error) {
            return std::to_string(error.toApiError().status()) + " " + error.what();
        }
        return "";
    }
    Requests end() const {
        const Requests all = fake_.requests();
        return {all.begin() + 3, all.end()};  // behind its beginning and two parts
    }

private:
    FakeAnswer answerTo(const std::string& request) {
        if (request.starts_with("HEAD")) return head_;
        if (!request.starts_with("POST") || request.ends_with("?uploads=")) return answerToUpload(request);
        return std::exchange(first_, errorAnswer(404, "NoSuchUpload"));
    }

    FakeAnswer first_;
    FakeAnswer head_;
    FakeS3 fake_{[this](const std::string& request) { return answerTo(request); }};
};

const FakeAnswer kLost{.silent = true};
const FakeAnswer kHalf{.body = "<Complete", .missingBytes = 10};

FakeAnswer headOf(std::size_t bytes) { return {200, "", {{"Content-Length", std::to_string(bytes)}}}; }

TEST(S3Requests, FindAContentWhoseCommitWasNotAnswered) {
    for (const FakeAnswer& first : {kLost, kHalf}) {
        EndedUpload upload(first, headOf(9 * kMegabyte));
        EXPECT_EQ(upload.commit(), "");
        const std::string end = "POST /bucket/k1?uploadId=u%2F1";
        EXPECT_EQ(upload.end(), (Requests{end, end, "HEAD /bucket/k1"})) << "and it stays";
    }
}

TEST(S3Requests, AreUnavailableWhenAnUploadIsGoneAndItsContentNotThere) {
    for (const FakeAnswer& head : {headOf(8 * kMegabyte), FakeAnswer{404}}) {
        EndedUpload upload(kLost, head);
        EXPECT_EQ(upload.commit(), "503 the S3 service answered NoSuchUpload to the end of the upload of 'k1'");
        EXPECT_EQ(upload.end().back(), "DELETE /bucket/k1?uploadId=u%2F1");
    }
}

TEST(S3Requests, AreTriedAgainWhenTheServiceIsBusyOrGone) {
    int asked = 0;
    FakeS3 fake([&](const std::string&) {
        ++asked;
        if (asked == 1) return errorAnswer(503, "SlowDown");
        if (asked == 2) return FakeAnswer{.silent = true};
        return FakeAnswer{};
    });
    S3MediaStore store(fake.options());
    put(store, "k1", "one");
    EXPECT_EQ(fake.requests(), (Requests{"PUT /bucket/k1", "PUT /bucket/k1", "PUT /bucket/k1"}));
}

TEST(S3Requests, GiveUpAfterThreeAttempts) {
    FakeS3 fake([](const std::string&) { return errorAnswer(500, "InternalError"); });
    S3MediaStore store(fake.options());
    const MediaStoreError error = errorOf([&] { store.open("k1", 0, 10); });
    EXPECT_EQ(error.kind(), Kind::Unavailable);
    EXPECT_STREQ(error.what(), "the S3 service answered 500 InternalError to GET 'k1'");
    EXPECT_EQ(fake.requests().size(), 3u);
}

TEST(S3Requests, GiveUpARemovalEarlier) {
    FakeS3 fake([](const std::string&) { return errorAnswer(500, "InternalError"); });
    S3MediaStore store(fake.options());
    const MediaStoreError error = errorOf([&] { store.remove("k1"); });
    EXPECT_EQ(error.kind(), Kind::Unavailable);
    EXPECT_STREQ(error.what(), "the S3 service answered 500 InternalError to DELETE 'k1'");
    EXPECT_EQ(fake.requests().size(), 2u);
}

TEST(S3Requests, AreUnavailableWhenNobodyListens) {
    S3Options options;
    {
        FakeS3 gone([](const std::string&) { return FakeAnswer{}; });
        options = gone.options();
    }
    S3MediaStore store(options);
    EXPECT_EQ(errorOf([&] { store.size("k1"); }).kind(), Kind::Unavailable);
}

TEST(S3Requests, GoOnWhenAKeptConnectionHasBeenClosed) {
    FakeS3 fake([](const std::string&) { return FakeAnswer{.hangsUp = true}; });
    S3MediaStore store(fake.options());
    put(store, "k1", "one");
    put(store, "k2", "two");
    // The service may have read the second one before it hung up: then it comes twice, which a PUT may.
    const Requests requests = fake.requests();
    const Requests once{"PUT /bucket/k1", "PUT /bucket/k2"};
    const Requests twice{"PUT /bucket/k1", "PUT /bucket/k2", "PUT /bucket/k2"};
    EXPECT_TRUE(requests == once || requests == twice) << testing::PrintToString(requests);
}

TEST(S3Requests, FollowNoRedirect) {
    FakeS3 fake([](const std::string&) {
        return FakeAnswer{301, "<Error><Code>PermanentRedirect</Code></Error>", {{"Location", "http://127.0.0.1:1/"}}};
    });
    S3MediaStore store(fake.options());
    const MediaStoreError error = errorOf([&] { store.open("k1", 0, 10); });
    EXPECT_EQ(error.kind(), Kind::Other);
    EXPECT_NE(std::string(error.what()).find("'region'"), std::string::npos) << error.what();
    EXPECT_EQ(fake.requests().size(), 1u);
}

TEST(S3Requests, TellWhatAnErrorMeans) {
    const std::pair<FakeAnswer, Kind> cases[] = {
        {errorAnswer(404, "NoSuchKey"), Kind::NotFound}, {errorAnswer(404, "NoSuchBucket"), Kind::Other},
        {errorAnswer(403, "AccessDenied"), Kind::Other}, {errorAnswer(507, ""), Kind::Full},
        {errorAnswer(400, "QuotaExceeded"), Kind::Full}, {errorAnswer(429, "SlowDown"), Kind::Unavailable},
        {{403, "<html>a proxy</html>"}, Kind::Other},    {{400, ""}, Kind::Other},
    };
    for (const auto& [answer, kind] : cases) {
        FakeS3 fake([&answer = answer](const std::string&) { return answer; });
        S3MediaStore store(fake.options());
        EXPECT_EQ(errorOf([&] { store.open("k1", 0, 10); }).kind(), kind) << answer.status << answer.body;
    }
}

TEST(S3Check, ListsOneContentOfThePrefix) {
    FakeS3 fake([](const std::string&) { return FakeAnswer{200, "<ListBucketResult></ListBucketResult>"}; });
    S3Options options = fake.options();
    options.prefix = "p";
    S3MediaStore(options).check();
    EXPECT_EQ(fake.requests(), (Requests{"GET /bucket/?list-type=2&max-keys=1&prefix=p%2F"}));
}

TEST(S3Check, NamesTheCodeOfARefusalAndTheSettingThatItComesFrom) {
    const std::pair<FakeAnswer, std::string> cases[] = {
        {errorAnswer(404, "NoSuchBucket"), "404 NoSuchBucket to GET of the bucket; are 'bucket' and 'endpoint' right?"},
        {errorAnswer(403, "InvalidAccessKeyId"), "403 InvalidAccessKeyId to GET of the bucket; is 'access_key' right?"},
        {errorAnswer(403, "SignatureDoesNotMatch"), "; is 'secret_key' right?"},
        {errorAnswer(403, "RequestTimeTooSkewed"), "; is the clock of this machine right?"},
        {errorAnswer(400, "ExpiredToken"), "400 ExpiredToken to GET of the bucket; 'access_key' and 'secret_key' have"},
        {errorAnswer(400, "AuthorizationHeaderMalformed"), "; is 'region' right?"},
        {{404, "<html>a web server</html>"},
         "answered 404 to GET of the bucket; are 'endpoint' and 'path_style' right?"},
        {{200, "<html>a web server</html>"}, "is not understood: it is no ListBucketResult; is 'endpoint' right?"},
        {{301, ""}, "are 'endpoint' and 'region' right?"},
    };
    for (const auto& [answer, part] : cases) {
        FakeS3 fake([&answer = answer](const std::string&) { return answer; });
        S3MediaStore store(fake.options());
        const std::string text = errorOf([&] { store.check(); }).what();
        EXPECT_NE(text.find(part), std::string::npos) << text;
    }
}

TEST(S3Requests, FindNothingOnlyWhereTheyLook) {
    FakeS3 fake([](const std::string&) { return errorAnswer(404, "NoSuchUpload"); });
    S3MediaStore store(fake.options());
    EXPECT_EQ(errorOf([&] { put(store, "k1", "one"); }).kind(), Kind::Other);
    EXPECT_EQ(errorOf([&] { store.size("k1"); }).kind(), Kind::NotFound);
    EXPECT_NO_THROW(store.remove("k1"));
}

TEST(S3Requests, SetBadbitWhenAnAnswerBreaksOff) {
    FakeS3 fake([](const std::string&) { return FakeAnswer{.body = "half", .missingBytes = 4}; });
    S3MediaStore store(fake.options());
    const auto stream = store.open("k1", 0, MediaStore::kToEnd);
    std::string bytes(8, '\0');
    EXPECT_FALSE(stream->read(bytes.data(), 8));
    EXPECT_TRUE(stream->bad());
}

TEST(S3Requests, KnowARangeOfNothingByItsTotal) {
    FakeS3 fake([](const std::string&) { return FakeAnswer{206, "", {{"Content-Range", "bytes 0-0/0"}}, 1}; });
    S3MediaStore store(fake.options());
    const auto stream = store.open("k1", 0, 4);
    EXPECT_EQ(stream->get(), std::istream::traits_type::eof());
    EXPECT_FALSE(stream->bad());
}

TEST(S3Requests, TakeTheWholeForARangeFromTheStartOnly) {
    FakeS3 fake([](const std::string&) { return FakeAnswer{200, "0123456789"}; });
    S3MediaStore store(fake.options());
    const auto stream = store.open("k1", 0, 4);
    EXPECT_EQ(fake.lastHeader("range"), "bytes=0-3");
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(*stream), {}), "0123");
    EXPECT_EQ(errorOf([&] { store.open("k1", 2, 4); }).kind(), Kind::Other);
}

TEST(S3Requests, ReadAListPageByPageAndByTheServicesClock) {
    const std::string object =
        "<Contents><Key>p/NAME</Key><Size>1</Size><LastModified>2020-01-01T00:00:00.000Z"
        "</LastModified></Contents>";
    const auto named = [&](const std::string& name) {
        return std::string(object).replace(object.find("NAME"), 4, name);
    };
    FakeS3 fake([&](const std::string& request) {
        FakeAnswer answer{200, "", {{"Date", "Wed, 01 Jan 2020 00:00:02 GMT"}}};
        answer.body = request.find("token") == std::string::npos
                          ? named("k1") + named("a/b") +
                                "<IsTruncated>true</IsTruncated>"
                                "<NextContinuationToken>t+/=</NextContinuationToken>"
                          : named("k2");
        answer.body = "<ListBucketResult>" + answer.body + "</ListBucketResult>";
        return answer;
    });
    S3Options options = fake.options();
    options.prefix = "p";
    S3MediaStore store(options);
    std::vector<std::string> seen;
    store.list([&](const MediaStore::Entry& entry) { seen.push_back(entry.key + " " + std::to_string(entry.ageMs)); });
    EXPECT_EQ(seen, (std::vector<std::string>{"k1 2000", "k2 2000"}));
    EXPECT_EQ(fake.requests(), (Requests{"GET /bucket/?list-type=2&prefix=p%2F",
                                         "GET /bucket/?continuation-token=t%2B%2F%3D&list-type=2&prefix=p%2F"}));
}

TEST(S3Requests, OfACleanUpGoOnWhenAKeptConnectionHasBeenClosed) {
    FakeS3 fake([](const std::string&) {
        return FakeAnswer{.body = "<ListMultipartUploadsResult></ListMultipartUploadsResult>",
                          .headers = {{"Date", "Wed, 01 Jan 2020 12:00:00 GMT"}},
                          .hangsUp = true};
    });
    S3MediaStore store(fake.options());
    store.removeUnfinished(1);
    EXPECT_NO_THROW(store.removeUnfinished(1));
}

TEST(S3Requests, AbortOldUploadsOnly) {
    const auto upload = [](const std::string& key, const std::string& time) {
        return "<Upload><Key>" + key + "</Key><UploadId>u-" + key + "</UploadId><Initiated>" + time +
               "</Initiated></Upload>";
    };
    FakeS3 fake([&](const std::string& request) {
        FakeAnswer answer{200, "", {{"Date", "Wed, 01 Jan 2020 12:00:00 GMT"}}};
        if (request.starts_with("DELETE")) return FakeAnswer{204};
        const bool first = request.find("key-marker") == std::string::npos;
        answer.body = "<ListMultipartUploadsResult>" +
                      (first ? upload("old", "2020-01-01T10:00:00.000Z") + upload("new", "2020-01-01T11:30:00.000Z") +
                                   "<IsTruncated>true</IsTruncated><NextKeyMarker>new</NextKeyMarker>"
                                   "<NextUploadIdMarker>u-new</NextUploadIdMarker>"
                             : upload("older", "2020-01-01T01:00:00.000Z")) +
                      "</ListMultipartUploadsResult>";
        return answer;
    });
    S3MediaStore store(fake.options());
    store.removeUnfinished(60 * 60 * 1000);
    EXPECT_EQ(fake.requests(), (Requests{"GET /bucket/?prefix=&uploads=", "DELETE /bucket/old?uploadId=u-old",
                                         "GET /bucket/?key-marker=new&prefix=&upload-id-marker=u-new&uploads=",
                                         "DELETE /bucket/older?uploadId=u-older"}));
}

}  // namespace
}  // namespace inkwell::media_store_s3
