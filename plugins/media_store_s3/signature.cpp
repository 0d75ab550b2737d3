#include "signature.h"

#include <algorithm>
#include <array>
#include <ctime>

#include "inkwell/crypto.h"
#include "inkwell/text.h"

namespace inkwell::media_store_s3 {

namespace {

constexpr std::string_view kAlgorithm = "AWS4-HMAC-SHA256";
constexpr std::size_t kDateLength = 8;

std::string scopeText(const SigningScope& scope) {
    return scope.time.substr(0, kDateLength) + "/" + scope.region + "/" + scope.service + "/aws4_request";
}

std::string signedHeaders(const SignedParts& parts) {
    std::string names;
    for (const auto& [name, value] : parts.headers) names += (names.empty() ? "" : ";") + name;
    return names;
}

// Without spaces around it, and with every run of them as one.
std::string singleSpaced(std::string_view value) {
    std::string text;
    for (const char c : value) {
        if (c == ' ' && (text.empty() || text.back() == ' ')) continue;
        text += c;
    }
    if (text.ends_with(' ')) text.pop_back();
    return text;
}

}  // namespace

std::string sha256Hex(std::string_view bytes) { return toHex(sha256(bytes)); }

std::string canonicalQuery(const std::vector<std::pair<std::string, std::string>>& query) {
    std::vector<std::pair<std::string, std::string>> encoded;
    encoded.reserve(query.size());
    for (const auto& [name, value] : query) encoded.emplace_back(percentEncoded(name), percentEncoded(value));
    std::sort(encoded.begin(), encoded.end());
    std::string text;
    for (const auto& [name, value] : encoded) text += (text.empty() ? "" : "&") + name + "=" + value;
    return text;
}

std::string canonicalRequest(const SignedParts& parts) {
    std::string text = parts.method + "\n" + parts.path + "\n" + canonicalQuery(parts.query) + "\n";
    for (const auto& [name, value] : parts.headers) text += name + ":" + singleSpaced(value) + "\n";
    return text + "\n" + signedHeaders(parts) + "\n" + parts.payloadHash;
}

std::string stringToSign(const SignedParts& parts, const SigningScope& scope) {
    return std::string(kAlgorithm) + "\n" + scope.time + "\n" + scopeText(scope) + "\n" +
           sha256Hex(canonicalRequest(parts));
}

std::string signingKey(const std::string& secretKey, const SigningScope& scope) {
    const std::string date = hmacSha256("AWS4" + secretKey, scope.time.substr(0, kDateLength));
    return hmacSha256(hmacSha256(hmacSha256(date, scope.region), scope.service), "aws4_request");
}

std::string authorization(const SignedParts& parts, const SigningScope& scope, const std::string& accessKey,
                          const std::string& secretKey) {
    return std::string(kAlgorithm) + " Credential=" + accessKey + "/" + scopeText(scope) +
           ",SignedHeaders=" + signedHeaders(parts) +
           ",Signature=" + toHex(hmacSha256(signingKey(secretKey, scope), stringToSign(parts, scope)));
}

std::string amzTime(std::int64_t unixSeconds) {
    const std::time_t time = unixSeconds;
    std::tm parts{};
    ::gmtime_r(&time, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y%m%dT%H%M%SZ", &parts);
    return text.data();
}

}  // namespace inkwell::media_store_s3
