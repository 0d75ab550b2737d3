#include "s3_options.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string_view>

namespace inkwell::media_store_s3 {

namespace {

constexpr std::uint16_t kHttpPort = 80;
constexpr std::uint16_t kHttpsPort = 443;
constexpr std::string_view kLowerAndDigits = "abcdefghijklmnopqrstuvwxyz0123456789";
constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

bool consistsOf(std::string_view text, const std::string& allowed) {
    return text.find_first_not_of(allowed) == std::string_view::npos;
}

void require(bool condition, const std::string& sentence) {
    if (!condition) throw std::runtime_error(sentence);
}

// http(s)://host[:port], nothing behind it.
void parseEndpoint(const std::string& endpoint, S3Target& target) {
    const std::string sentence = "'endpoint' must be 'https://host' or 'https://host:port', without a path (or http)";
    std::string_view rest = endpoint;
    target.secure = rest.starts_with("https://");
    require(target.secure || rest.starts_with("http://"), sentence);
    rest.remove_prefix(target.secure ? 8 : 7);
    if (rest.ends_with('/')) rest.remove_suffix(1);
    const std::size_t colon = rest.find(':');
    target.host = rest.substr(0, colon);
    require(
        !target.host.empty() && consistsOf(target.host, std::string(kLowerAndDigits) + std::string(kLetters) + ".-"),
        sentence);
    const std::uint16_t usual = target.secure ? kHttpsPort : kHttpPort;
    target.port = usual;
    if (colon != std::string_view::npos) {
        const std::string_view digits = rest.substr(colon + 1);
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), target.port);
        require(error == std::errc() && end == digits.data() + digits.size() && target.port != 0, sentence);
    }
    target.hostHeader = target.host + (target.port == usual ? "" : ":" + std::to_string(target.port));
}

// Keys and prefix need no escaping in an address: there is one way to write and to sign them.
std::string parsePrefix(std::string prefix) {
    if (prefix.empty()) return "";
    if (!prefix.ends_with('/')) prefix += '/';
    const std::string allowed = std::string(kLowerAndDigits) + std::string(kLetters) + "-_./";
    const bool plain = consistsOf(prefix, allowed) && !prefix.starts_with('/') &&
                       prefix.find("//") == std::string::npos && ("/" + prefix).find("/./") == std::string::npos &&
                       ("/" + prefix).find("/../") == std::string::npos;
    require(plain, "'prefix' must consist of letters, digits, '-', '_', '.' and '/', such as 'media'");
    return prefix;
}

std::string parsePublicAddress(std::string address) {
    if (address.empty()) return "";
    const bool good = (address.starts_with("https://") || address.starts_with("http://")) &&
                      address.find_first_of(" \t\r\n?#\"<>") == std::string::npos;
    require(good, "'public_address' must be an address such as 'https://cdn.example.com', without '?' and '#'");
    if (!address.ends_with('/')) address += '/';
    return address;
}

}  // namespace

S3Target parseTarget(const S3Options& options) {
    require(options.bucket.size() >= 3 && options.bucket.size() <= 63 &&
                consistsOf(options.bucket, std::string(kLowerAndDigits) + ".-") &&
                kLowerAndDigits.find(options.bucket.front()) != std::string_view::npos,
            "'bucket' must be 3 to 63 lower-case letters, digits, '-' and '.', beginning with a letter or digit");
    require(!options.region.empty() && consistsOf(options.region, std::string(kLowerAndDigits) + "-_"),
            "'region' must consist of lower-case letters, digits, '-' and '_', such as 'eu-central-1'");
    require(!options.accessKey.empty() && !options.secretKey.empty(),
            "'access_key' and 'secret_key' are needed; the secret is better given as "
            "INKWELL_PLUGINS_MEDIA_STORE_S3_SECRET_KEY");
    require(options.accessKey.find_first_of(" ,/\r\n\t") == std::string::npos,
            "'access_key' must not contain spaces, ',' or '/'");
    require(options.timeoutSeconds >= 1 && options.timeoutSeconds <= 3600, "'timeout_seconds' must be 1 to 3600");

    S3Target target;
    target.bucket = options.bucket;
    const std::string amazon = "https://s3." + options.region + ".amazonaws.com";
    parseEndpoint(options.endpoint.empty() ? amazon : options.endpoint, target);
    target.prefix = parsePrefix(options.prefix);
    if (!options.publicAddress.empty()) {
        target.publicPrefix = parsePublicAddress(options.publicAddress) + target.prefix;
    }
    if (options.pathStyle) {
        target.bucketPath = "/" + options.bucket;
    } else {
        target.host = options.bucket + "." + target.host;
        target.hostHeader = options.bucket + "." + target.hostHeader;
    }
    return target;
}

}  // namespace inkwell::media_store_s3
