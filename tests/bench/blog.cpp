// The content of the blog workload: 20 authors, 10 categories, and posts of 1.5 KB of HTML with seven metafields, an
// author and two categories; one post in ten is a draft. The same for the same number, always.
// Usage: blog POSTS writes a bucket file; blog POSTS requests AUTHORS CATEGORIES writes requests that create such
// posts, a line each (requests.lua). AUTHORS and CATEGORIES are files of the ids that the server gave those of the
// bucket file, a line each.
#include <array>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

constexpr std::array<const char*, 54> kWords = {
    "alpha",   "river",  "stone",  "garden",  "market",  "paper",  "signal",   "window", "bright", "copper", "gentle",
    "harvest", "island", "jungle", "kernel",  "lantern", "meadow", "northern", "orbit",  "planet", "quiet",  "rocket",
    "silver",  "timber", "urban",  "velvet",  "winter",  "yellow", "zephyr",   "canvas", "driver", "engine", "future",
    "global",  "honest", "impact", "journal", "kitchen", "letter", "modern",   "nature", "option", "people", "quality",
    "reader",  "simple", "travel", "update",  "vision",  "autumn", "bridge",   "circle", "dragon", "ember"};
constexpr int kAuthors = 20;
constexpr int kCategories = 10;

class Random {
public:
    unsigned below(unsigned n) {
        state_ = state_ * 1664525U + 1013904223U;
        return static_cast<unsigned>((std::uint64_t{state_} * n) >> 32U);
    }

private:
    std::uint32_t state_ = 12345;
};

std::string words(Random& random, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) (text += i == 0 ? "" : " ") += kWords[random.below(kWords.size())];
    return text;
}

std::string sentence(Random& random, std::size_t length) {
    std::string text;
    while (text.size() < length) (text += text.empty() ? "" : " ") += words(random, 8);
    text.resize(length - 1);
    return text += '.';
}

std::string html(Random& random) {
    constexpr std::size_t kLength = 1500;
    std::string text;
    while (text.size() < kLength - 260) {
        text += "<h2>" + words(random, 4) + "</h2><p>" + sentence(random, 150) + " <strong>" + words(random, 3) +
                R"(</strong> <a href=\"https://example.com/)" + words(random, 1) + R"(\">)" + words(random, 2) +
                "</a></p>";
    }
    return text + "<p>" + sentence(random, kLength - text.size()) + "</p>";
}

std::string idOf(unsigned number) {
    std::array<char, 25> digits{};
    std::snprintf(digits.data(), digits.size(), "%024u", number);
    return digits.data();
}

// What posts name, by number.
struct Related {
    std::vector<std::string> authors, categories;
};

Related ofTheBucketFile() {
    Related related;
    for (unsigned n = 0; n < kAuthors; ++n) related.authors.push_back(idOf(n + 1));
    for (unsigned n = 0; n < kCategories; ++n) related.categories.push_back(idOf(n + 101));
    return related;
}

std::vector<std::string> readIds(const char* file, std::size_t count) {
    std::ifstream lines(file);
    std::vector<std::string> ids;
    for (std::string id; std::getline(lines, id);) ids.push_back(id);
    if (ids.size() == count) return ids;
    throw std::runtime_error(std::string(file) + " holds " + std::to_string(ids.size()) + " ids instead of " +
                             std::to_string(count));
}

std::string quoted(const std::string& text) { return '"' + text + '"'; }

std::string field(const std::string& type, const std::string& key, const std::string& value,
                  const std::string& more = "") {
    return "{\"type\":" + quoted(type) + ",\"title\":" + quoted(key) + ",\"key\":" + quoted(key) +
           ",\"value\":" + value + more + "}";
}

std::string metafields(Random& random, const Related& related) {
    const unsigned first = random.below(kCategories);
    const unsigned second = (first + 1 + random.below(kCategories - 1)) % kCategories;
    std::array<char, 16> date{};
    std::snprintf(date.data(), date.size(), "%04u-%02u-%02u", 2020 + random.below(5), 1 + random.below(12),
                  1 + random.below(28));
    const std::string extra = R"({"tags":[)" + quoted(words(random, 1)) + "," + quoted(words(random, 1)) + "," +
                              quoted(words(random, 1)) + R"(],"seo":{"title":)" + quoted(words(random, 4)) +
                              R"(,"noindex":)" + (random.below(10) == 0 ? "true" : "false") + R"(},"rating":)" +
                              std::to_string(random.below(6)) + "}";
    return "[" + field("textarea", "excerpt", quoted(sentence(random, 200))) + "," +
           field("date", "date", quoted(date.data())) + "," +
           field("number", "views", std::to_string(random.below(10000))) + "," +
           field("switch", "featured", random.below(5) == 0 ? "true" : "false", R"(,"options":"true,false")") + "," +
           field("json", "extra", extra) + "," +
           field("object", "author", quoted(related.authors.at(random.below(kAuthors))),
                 R"(,"object_type":"authors")") +
           "," +
           field("objects", "categories", quoted(related.categories.at(first) + "," + related.categories.at(second)),
                 R"(,"object_type":"categories")") +
           "]";
}

std::string post(Random& random, const Related& related, unsigned number, const std::string& begin,
                 const std::string& slugEnd) {
    const std::string title = words(random, 6);
    std::string slug = title;
    for (char& c : slug)
        if (c == ' ') c = '-';
    return begin + R"("type":"posts","title":)" + quoted(title) + R"(,"slug":)" + quoted(slug + slugEnd) +
           R"(,"status":)" + (number % 10 == 9 ? R"("draft")" : R"("published")") + R"(,"content":)" +
           quoted(html(random)) + R"(,"metafields":)" + metafields(random, related) + "}";
}

void writeBucket(unsigned posts) {
    Random random;
    const Related related = ofTheBucketFile();
    std::cout << R"({"format":"inkwell-bucket/1","bucket":{"title":"Bench","object_types":[)"
              << R"({"title":"Posts","singular":"Post","slug":"posts","metafields":[]},)"
              << R"({"title":"Authors","singular":"Author","slug":"authors","metafields":[]},)"
              << R"({"title":"Categories","singular":"Category","slug":"categories","metafields":[]}],"objects":[)";
    for (unsigned n = 0; n < kAuthors; ++n) {
        std::cout << "{\"id\":" << quoted(idOf(n + 1)) << R"(,"type":"authors","title":)" << quoted(words(random, 2))
                  << ",\"slug\":" << quoted("author-" + std::to_string(n)) << ",\"metafields\":["
                  << field("text", "name", quoted(words(random, 2))) << ","
                  << field("textarea", "bio", quoted(sentence(random, 160))) << ","
                  << field("text", "email", quoted("author" + std::to_string(n) + "@example.com")) << "]},\n";
    }
    for (unsigned n = 0; n < kCategories; ++n) {
        std::cout << "{\"id\":" << quoted(idOf(n + 101)) << R"(,"type":"categories","title":)"
                  << quoted(words(random, 1)) << ",\"slug\":" << quoted("category-" + std::to_string(n))
                  << ",\"metafields\":[" << field("text", "title", quoted(words(random, 1))) << "]},\n";
    }
    for (unsigned n = 0; n < posts; ++n) {
        std::cout << post(random, related, n, "{\"id\":" + quoted(idOf(n + 1001)) + ",", "-" + std::to_string(n))
                  << (n + 1 < posts ? ",\n" : "");
    }
    std::cout << "]}}\n";
}

void writeRequests(unsigned posts, const Related& related) {
    Random random;
    for (unsigned n = 0; n < posts; ++n) {
        std::cout << "POST\t/v2/buckets/demo/objects\t" << post(random, related, n, "{", "-@N@") << "\n";
    }
}

}  // namespace

int main(int argc, char** argv) {
    const unsigned posts = argc > 1 ? static_cast<unsigned>(std::stoul(argv[1])) : 0;
    if (argc == 2) {
        writeBucket(posts);
    } else if (argc == 5 && std::string(argv[2]) == "requests") {
        writeRequests(posts, {readIds(argv[3], kAuthors), readIds(argv[4], kCategories)});
    } else {
        std::cerr << "usage: blog POSTS [requests AUTHORS CATEGORIES]\n";
        return 2;
    }
    return 0;
}
