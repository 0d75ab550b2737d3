#include "signature.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <ctime>

#include "inkwell/text.h"

namespace inkwell::media_store_s3 {

namespace {

constexpr std::string_view kAlgorithm = "AWS4-HMAC-SHA256";
constexpr std::size_t kDateLength = 8;

std::string hex(std::string_view bytes) {
    std::string text(2 * bytes.size() + 1, '\0');
    sodium_bin2hex(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
    text.pop_back();
    return text;
}

std::string hmacSha256(std::string_view key, std::string_view text) {
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, reinterpret_cast<const unsigned char*>(key.data()), key.size());
    crypto_auth_hmacsha256_update(&state, reinterpret_cast<const unsigned char*>(text.data()), text.size());
    std::string mac(crypto_auth_hmacsha256_BYTES, '\0');
    crypto_auth_hmacsha256_final(&state, reinterpret_cast<unsigned char*>(mac.data()));
    return mac;
}

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

std::string sha256Hex(std::string_view bytes) {
    std::string hash(crypto_hash_sha256_BYTES, '\0');
    crypto_hash_sha256(reinterpret_cast<unsigned char*>(hash.data()),
                       reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
    return hex(hash);
}

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
           ",Signature=" + hex(hmacSha256(signingKey(secretKey, scope), stringToSign(parts, scope)));
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
