// tus 1.0.0 at /media/tus: creation, creation-with-upload, termination, expiration, checksum.
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

const std::string kFileName = "filename YS50eHQ=";  // a.txt

class Tus : public ApiTest {
protected:
    Reply send(const std::string& method, const std::string& address, Headers headers, const std::string& body = "") {
        headers.push_back(bearer(bucket().writeKey));
        headers.emplace_back("Tus-Resumable", "1.0.0");
        return sendRequest(api().port(), method, address, headers, body);
    }
    Reply create(std::int64_t length, const std::string& metadata = kFileName, Headers headers = {},
                 const std::string& body = "") {
        headers.emplace_back("Upload-Length", std::to_string(length));
        headers.emplace_back("Upload-Metadata", metadata);
        return send("POST", path("/media/tus"), headers, body);
    }
    std::string created(std::int64_t length, const std::string& metadata = kFileName) {
        const Reply reply = create(length, metadata);
        EXPECT_EQ(reply.status, 201) << reply.body;
        return reply.headers.count("location") != 0 ? reply.headers.at("location") : "";
    }
    Reply append(const std::string& upload, std::int64_t offset, const std::string& body, Headers headers = {}) {
        headers.emplace_back("Upload-Offset", std::to_string(offset));
        headers.emplace_back("Content-Type", "application/offset+octet-stream");
        return send("PATCH", upload, headers, body);
    }
    Reply head(const std::string& upload) { return send("HEAD", upload, {}); }
    std::string contentTypeOf(const std::string& mediaId) {
        return std::string(textOf(made(get("/media/" + mediaId), "media"), "type"));
    }
    std::string contentOf(const std::string& mediaId) {
        const JsonObject media = made(get("/media/" + mediaId), "media");
        return api().get("/v2/media-files/" + bucket().slug + "/" + std::string(textOf(media, "name"))).body;
    }
};
INKWELL_ON_BOTH_ENGINES(Tus);

/// The id at the end of an upload's URL.
std::string idOf(const std::string& url) { return url.substr(url.rfind('/') + 1); }

TEST_P(Tus, TellsWhatItCan) {
    const Reply reply = sendRequest(api().port(), "OPTIONS", path("/media/tus"));
    EXPECT_EQ(reply.status, 204);
    EXPECT_EQ(reply.headers.at("tus-version"), "1.0.0");
    EXPECT_EQ(reply.headers.at("tus-max-size"), "943718400");
    EXPECT_EQ(reply.headers.at("tus-extension"), "creation,creation-with-upload,termination,expiration,checksum");
    EXPECT_EQ(reply.headers.at("tus-checksum-algorithm"), "md5,sha1,sha256");
    EXPECT_EQ(reply.headers.at("allow"), "GET, HEAD, POST, PATCH, DELETE, OPTIONS");
    EXPECT_EQ(sendRequest(api().port(), "OPTIONS", path("/media/tus/1")).headers.at("allow"),
              "GET, HEAD, POST, PATCH, DELETE, OPTIONS");
}

TEST_P(Tus, MakesMediaOfPieces) {
    const std::string upload =
        created(11, kFileName + ",metadata eyJhbHQiOiJBIn0=,trigger_webhook dHJ1ZQ==,other eA==");
    EXPECT_EQ(head(upload).headers.at("upload-offset"), "0");
    const Reply first = append(upload, 0, "hello ");
    EXPECT_EQ(first.status, 204);
    EXPECT_EQ(first.headers.at("upload-offset"), "6");
    EXPECT_EQ(first.headers.at("tus-resumable"), "1.0.0");
    EXPECT_TRUE(first.headers.at("upload-expires").ends_with(" GMT"));
    EXPECT_EQ(head(upload).headers.at("upload-length"), "11");
    EXPECT_EQ(head(upload).headers.at("cache-control"), "no-store");
    EXPECT_EQ(get("/media").json().at("total"), 0);

    const Reply last = append(upload, 6, "world");
    ASSERT_EQ(last.status, 204);
    const std::string id = last.headers.at("inkwell-media-id");
    EXPECT_EQ(contentOf(id), "hello world");
    const JsonObject media = made(get("/media/" + id), "media");
    EXPECT_EQ(media.at("original_name"), "a.txt");
    EXPECT_EQ(media.at("type"), "text/plain");
    EXPECT_EQ(media.at("metadata").at("alt"), "A");
    EXPECT_EQ(head(upload).headers.at("upload-offset"), "11");
    EXPECT_EQ(head(upload).headers.at("inkwell-media-id"), id);
    EXPECT_EQ(append(upload, 11, "").status, 204) << "an answer that was lost is asked for again";
    EXPECT_EQ(get("/media").json().at("total"), 1);
}

TEST_P(Tus, RepeatsWhatTheUploadWasBegunWith) {
    const std::string given = kFileName + ",other eA==,flag";
    const std::string upload = created(5, given);
    EXPECT_EQ(head(upload).headers.at("upload-metadata"), given);
    append(upload, 0, "hello");
    EXPECT_EQ(head(upload).headers.at("upload-metadata"), given);
}

TEST_P(Tus, TakesNoMetadataThatIsNoText) {
    const std::string filetype = ",filetype dGV4dC//";  // text/ and a byte that no UTF-8 has
    const std::string upload = created(5, kFileName + filetype);
    EXPECT_EQ(head(upload).headers.at("upload-metadata"), kFileName + filetype);
    EXPECT_EQ(contentTypeOf(append(upload, 0, "hello").headers.at("inkwell-media-id")), "text/plain");
    const auto begun = [&] {
        return api().server().database().read(
            [](Sql& sql) { return sql.select("SELECT id FROM media_uploads").size(); });
    };
    const std::size_t before = begun();
    for (const char* more : {",n\xe9 YQ==", ",n\xe9 !", ",n\xc3\xa9 YQ=="}) {
        EXPECT_EQ(refusalOf(create(5, kFileName + more)),
                  "400: the header 'Upload-Metadata' must be ASCII: keys, each with its value in base64")
            << more;
    }
    EXPECT_EQ(begun(), before);
}

TEST_P(Tus, TakesAPostForWhatItStandsFor) {
    const std::string upload = created(5);
    const auto post = [&](const std::string& method, Headers headers = {}, const std::string& body = "") {
        if (!method.empty()) headers.emplace_back("X-HTTP-Method-Override", method);
        return send("POST", upload, headers, body);
    };
    const Headers piece{{"Upload-Offset", "0"}, {"Content-Type", "application/offset+octet-stream"}};
    const Reply taken = post("PATCH", piece, "he");
    EXPECT_EQ(taken.status, 204) << taken.body;
    EXPECT_EQ(taken.headers.at("upload-offset"), "2");
    EXPECT_EQ(post("HEAD").headers.at("upload-offset"), "2");
    EXPECT_EQ(refusalOf(post("PATCH", piece, "he")),
              "409: upload '" + idOf(upload) + "' has 2 bytes; go on from there");
    for (const char* method : {"", "PUT", "patch"}) {
        const Reply refused = post(method, piece, "llo");
        EXPECT_EQ(refusalOf(refused),
                  "405: a POST to an upload needs the header 'X-HTTP-Method-Override' with PATCH, DELETE or HEAD");
        EXPECT_EQ(refused.headers.at("allow"), "GET, HEAD, PATCH, DELETE, OPTIONS");
    }
    EXPECT_EQ(post("DELETE").status, 204);
    EXPECT_EQ(refusalOf(head(upload)), "404: (no body)");
}

TEST_P(Tus, TakesTheFirstPieceWithTheCreation) {
    const Headers piece{{"Content-Type", "application/offset+octet-stream"}};
    const Reply part = create(5, kFileName, piece, "he");
    EXPECT_EQ(part.status, 201);
    EXPECT_EQ(part.headers.at("upload-offset"), "2");
    const Reply whole = create(5, kFileName, piece, "hello");
    EXPECT_EQ(contentOf(whole.headers.at("inkwell-media-id")), "hello");
    EXPECT_EQ(contentOf(create(0).headers.at("inkwell-media-id")), "");
}

TEST_P(Tus, RefusesWhatDoesNotFit) {
    const std::string upload = created(5);
    EXPECT_EQ(refusalOf(append(upload, 1, "x")), "409: upload '" + idOf(upload) + "' has 0 bytes; go on from there");
    EXPECT_EQ(refusalOf(append(upload, 0, "123456")), "413: the piece goes past the 5 bytes announced");
    EXPECT_EQ(head(upload).headers.at("upload-offset"), "0");
    EXPECT_EQ(refusalOf(send("PATCH", upload, {{"Upload-Offset", "0"}, {"Content-Type", "text/plain"}}, "x")),
              "415: the body must be a piece: send 'Content-Type: application/offset+octet-stream'");
    EXPECT_EQ(refusalOf(send("PATCH", upload, {{"Content-Type", "application/offset+octet-stream"}}, "x")),
              "400: the header 'Upload-Offset' must be a number of bytes");
    EXPECT_EQ(refusalOf(append(path("/media/tus/f00000000000000000000000"), 0, "x")),
              missing("upload", "f00000000000000000000000"));
    const Reply version = sendRequest(api().port(), "HEAD", upload, {bearer(bucket().writeKey)});
    EXPECT_EQ(refusalOf(version), "412: (no body)");
    EXPECT_EQ(version.headers.at("tus-version"), "1.0.0");
    EXPECT_EQ(refusalOf(sendRequest(api().port(), "HEAD", upload, {{"Tus-Resumable", "1.0.0"}})), "401: (no body)");
}

TEST_P(Tus, SaysItsVersionWithEveryRefusal) {
    const std::string upload = created(5);
    const Headers version{{"Tus-Resumable", "1.0.0"}};
    const auto refused = [&](const std::string& method, const std::string& address, Headers headers, int status) {
        const Reply reply = sendRequest(api().port(), method, address, headers);
        EXPECT_EQ(reply.status, status) << method << " " << address;
        const auto said = reply.headers.find("tus-resumable");
        EXPECT_EQ(said == reply.headers.end() ? "" : said->second, "1.0.0") << reply.status;
    };
    refused("HEAD", upload, version, 401);
    refused("POST", path("/media/tus"), version, 401);
    refused("HEAD", "/v2/buckets/no-such-bucket/media/tus/1", {bearer(bucket().writeKey), version[0]}, 404);
    refused("HEAD", path("/media/tus/f00000000000000000000000"), {bearer(bucket().writeKey), version[0]}, 404);
    refused("PUT", upload, {bearer(bucket().writeKey), version[0]}, 405);
    refused("HEAD", upload, {bearer(bucket().writeKey)}, 412);
    const Reply other = sendRequest(api().port(), "GET", path("/objects"));
    EXPECT_EQ(other.headers.count("tus-resumable"), 0U) << "an answer to what is no request of tus";
}

TEST_P(Tus, RefusesABadCreation) {
    EXPECT_EQ(refusalOf(create(943718401)), "413: the file is larger than the 943718400 bytes allowed");
    EXPECT_EQ(refusalOf(send("POST", path("/media/tus"), {{"Upload-Metadata", kFileName}})),
              "400: the header 'Upload-Length' must be a number of bytes");
    EXPECT_EQ(refusalOf(send("POST", path("/media/tus"), {{"Upload-Length", "-1"}, {"Upload-Metadata", kFileName}})),
              "400: the header 'Upload-Length' must be a number of bytes");
    const Reply reply = create(5, "folder Z29uZQ==,metadata WzFd,trigger_webhook eA==,name ?");
    EXPECT_EQ(reply.status, 400);
    EXPECT_EQ(reply.problems().size(), 5U) << reply.body;
    EXPECT_EQ(create(5, kFileName + ",folder Z29uZQ==").problems(),
              std::vector<std::string>{"folder: media folder 'gone' was not found"});
    EXPECT_EQ(get("/media").json().at("total"), 0);
}

TEST_P(Tus, ChecksPieces) {
    const std::string upload = created(10);
    const Headers sha1{{"Upload-Checksum", "sha1 qvTGHdzF6KLavt4PO0gs2a6pQ00="}};  // of "hello"
    EXPECT_EQ(refusalOf(append(upload, 0, "hallo", sha1)), "460: the piece differs from its checksum; send it again");
    EXPECT_EQ(head(upload).headers.at("upload-offset"), "0");
    EXPECT_EQ(append(upload, 0, "hello", sha1).status, 204);
    EXPECT_EQ(append(upload, 5, "hello", {{"Upload-Checksum", "md5 XUFAKrxLKna5cZ2REBfFkg=="}}).status, 204);
    EXPECT_EQ(
        append(created(5), 0, "hello", {{"Upload-Checksum", "sha256 LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ="}})
            .status,
        204);
    EXPECT_EQ(refusalOf(append(created(5), 0, "hello", {{"Upload-Checksum", "crc32 AAAA"}})),
              "400: the header 'Upload-Checksum' names another algorithm than md5,sha1,sha256");
    EXPECT_EQ(refusalOf(append(created(5), 0, "hello", {{"Upload-Checksum", "sha1 ???"}})),
              "400: the header 'Upload-Checksum' holds no base64");
}

TEST_P(Tus, TerminatesUploads) {
    const std::string upload = created(5);
    EXPECT_EQ(send("DELETE", upload, {}).status, 204);
    EXPECT_EQ(refusalOf(head(upload)), "404: (no body)");
    EXPECT_EQ(refusalOf(send("DELETE", upload, {})), missing("upload", idOf(upload)));
}

TEST_P(Tus, KnowsNoUploadOfAnotherBucket) {
    const std::string upload = created(5);
    const TestServer::Bucket other = api().makeBucket();
    const std::string address = "/v2/buckets/" + other.slug + upload.substr(upload.find("/media/tus"));
    EXPECT_EQ(
        refusalOf(sendRequest(api().port(), "HEAD", address, {bearer(other.writeKey), {"Tus-Resumable", "1.0.0"}})),
        "404: (no body)");
}

}  // namespace
}  // namespace inkwell::test
