#include "inkwell/bucket_file_reader.h"

#include <algorithm>
#include <istream>
#include <set>
#include <stdexcept>
#include <streambuf>
#include <string>
#include <utility>

#include "inkwell/error.h"
#include "json_syntax.h"

namespace inkwell {

namespace {

// An object, with all its depth, stands four levels below the outermost bracket of a file.
constexpr int kMaxFileDepth = kMaxJsonDepth + 8;
constexpr std::size_t kPartBytes = 64 * 1024;
// Of the file and of its bucket, which have a handful. Each is kept, and the names are compared with each other.
constexpr std::size_t kMaxMembers = 200;
constexpr const char* kRefusal = "the file cannot be imported";

void requireJson(std::istream& file) {
    JsonSyntax syntax(kMaxFileDepth);
    std::string part(kPartBytes, ' ');
    do {
        file.read(part.data(), static_cast<std::streamsize>(part.size()));
        syntax.add(std::string_view(part).substr(0, static_cast<std::size_t>(file.gcount())));
    } while (file);
    if (file.bad()) throw std::runtime_error("a bucket file cannot be read");
    syntax.finish();
}

[[noreturn]] void refuse(const std::string& path, const std::string& message) {
    Problems problems;
    problems.add(path, message);
    problems.throwIfAny(kRefusal);
    throw std::logic_error("unreachable");
}

void requireFew(std::size_t members, const char* path) {
    if (members > kMaxMembers) refuse(path, "has more than " + std::to_string(kMaxMembers) + " members");
}

// As parseJson says it.
[[noreturn]] void refuseDuplicate(const std::string& path) {
    throw ApiError::badRequest("the file is not valid JSON: the key '" + path + "' appears twice",
                               {{path, "appears twice"}});
}

}  // namespace

/// Finds the ends of values in JSON that is known to be valid, from a place of the file on.
class BucketFileReader::Scanner {
public:
    Scanner(BucketFileReader& reader, std::int64_t from)
        : bytes_(*reader.file_.rdbuf()), at_(reader.place_), maxBytes_(reader.maxItemBytes_) {
        // Seeking forgets what was read ahead.
        if (at_ != from) at_ = bytes_.pubseekpos(from, std::ios::in);
        if (at_ != from) throw std::runtime_error("a bucket file cannot be read again");
    }

    std::int64_t place() const { return at_; }
    /// The next character that is no blank; it stays.
    char peek() {
        for (char c = next(); true; c = next()) {
            if (c != ' ' && c != '\t' && c != '\r' && c != '\n') return c;
            skip();
        }
    }
    /// Passes an opening or closing bracket, a colon or a comma.
    void pass() {
        peek();
        skip();
    }
    /// After a value of an object or array: whether another one follows.
    bool passComma() {
        const bool isComma = peek() == ',';
        skip();
        return isComma;
    }
    std::string key() {
        std::string text;
        peek();
        string(&text, "the name of a member");
        pass();
        return std::string(parseJson(text, "file").as_string());
    }
    /// memoryOfJson of what was passed since this was asked last, without the blanks between its parts.
    std::size_t takeMemory() { return std::exchange(memory_, 0); }
    /// Appends the value's text without the blanks between its parts; with null it is passed and not kept. `path` names
    /// it when it is too long.
    void value(std::string* text, const std::string& path) {
        const char first = peek();
        if (first == '"') return string(text, path);
        if (first == '{' || first == '[') return nested(text, path);
        while (isPartOfWord(next())) take(text, path);
    }

private:
    static bool isPartOfWord(char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == 'E' || c == '-' || c == '+' || c == '.';
    }
    char next() {
        const int c = bytes_.sgetc();
        if (c == std::char_traits<char>::eof()) throw std::runtime_error("a bucket file has become shorter");
        return static_cast<char>(c);
    }
    void skip() {
        bytes_.sbumpc();
        ++at_;
    }
    char take(std::string* text, const std::string& path) {
        const char c = next();
        skip();
        memory_ += memoryOfJson({&c, 1});
        if (text == nullptr) return c;
        if (text->size() == maxBytes_) refuse(path, "is longer than " + std::to_string(maxBytes_) + " bytes");
        text->push_back(c);
        return c;
    }
    void string(std::string* text, const std::string& path) {
        take(text, path);
        while (true) {
            const char c = take(text, path);
            if (c == '"') return;
            if (c == '\\') take(text, path);
        }
    }
    void nested(std::string* text, const std::string& path) {
        int depth = 0;
        do {
            if (peek() == '"') {
                string(text, path);
                continue;
            }
            const char c = take(text, path);
            if (c == '{' || c == '[') ++depth;
            if (c == '}' || c == ']') --depth;
        } while (depth > 0);
    }

    std::streambuf& bytes_;
    std::int64_t& at_;
    const std::size_t maxBytes_;
    std::size_t memory_ = 0;
};

class BucketFileReader::Items : public ImportItems {
public:
    Items(BucketFileReader& reader, std::string path, std::int64_t place, std::size_t size)
        : reader_(reader), path_(std::move(path)), place_(place), size_(size) {}

    std::size_t size() const override { return size_; }
    void forEach(const Take& take) override {
        std::int64_t place = place_;
        for (std::size_t i = 0; i < size_; ++i) {
            // Whoever takes an item may read other sections meanwhile.
            Scanner scanner(reader_, place);
            std::string text;
            const std::string path = path_ + "[" + std::to_string(i) + "]";
            scanner.value(&text, path);
            scanner.passComma();
            place = scanner.place();
            itemBytes_ = text.size();
            const Json item = parseJson(text, "item '" + path + "' of the file", kMaxFileDepth);
            text = std::string();
            take(i, item);
        }
    }
    std::size_t itemBytes() const override { return itemBytes_; }

private:
    BucketFileReader& reader_;
    const std::string path_;
    const std::int64_t place_;
    const std::size_t size_;
    std::size_t itemBytes_ = 0;
};

BucketFileReader::BucketFileReader(std::istream& file, std::size_t maxItemBytes)
    : file_(file), maxItemBytes_(maxItemBytes) {
    requireJson(file_);
    file_.clear();
    Scanner scanner(*this, 0);
    if (scanner.peek() == '{') readFile(scanner);
    if (!hasBucket_) refuse("bucket", "the file must be a JSON object with an object 'bucket'");
}

BucketFileReader::~BucketFileReader() = default;

void BucketFileReader::readFile(Scanner& scanner) {
    scanner.pass();
    std::set<std::string> keys;
    std::string format = writeJson(Json(kBucketFileFormat));
    for (bool isMore = scanner.peek() != '}'; isMore; isMore = scanner.passComma()) {
        const std::string key = scanner.key();
        if (!keys.insert(key).second) refuseDuplicate(key);
        requireFew(keys.size(), "file");
        countKept(key.size());
        if (key == "bucket" && scanner.peek() == '{') {
            readBucket(scanner);
        } else if (key == "format") {
            format.clear();
            scanner.value(&format, key);
        } else {
            scanner.value(nullptr, key);
        }
    }
    // No tree for what cannot be it.
    const bool isText = format.starts_with('"');
    if (!hasBucket_ || (isText && parseJson(format, "file") == Json(kBucketFileFormat))) return;
    refuse("format", "is not a format this server reads; it reads '" + std::string(kBucketFileFormat) +
                         "' and the older form without 'format'");
}

void BucketFileReader::readBucket(Scanner& scanner) {
    hasBucket_ = true;
    scanner.pass();
    for (bool isMore = scanner.peek() != '}'; isMore; isMore = scanner.passComma()) {
        const std::string name = scanner.key();
        if (std::find(members_.begin(), members_.end(), name) != members_.end()) refuseDuplicate("bucket." + name);
        readMember(scanner, name);
        members_.push_back(name);
        requireFew(members_.size(), "bucket");
        countKept(name.size());
    }
    if (members_.empty()) scanner.pass();
}

void BucketFileReader::readMember(Scanner& scanner, const std::string& name) {
    const std::string path = "bucket." + name;
    const char first = scanner.peek();
    if (first == '[') {
        scanner.pass();
        const std::int64_t place = scanner.place();
        std::size_t size = 0;
        for (bool isMore = scanner.peek() != ']'; isMore; isMore = scanner.passComma()) {
            scanner.takeMemory();
            scanner.value(nullptr, path);
            largestItemMemory_ = std::max(largestItemMemory_, scanner.takeMemory());
            ++size;
        }
        if (size == 0) scanner.pass();
        items_.emplace(name, std::make_unique<Items>(*this, path, place, size));
        return;
    }
    std::string text;
    scanner.value(first == '{' ? nullptr : &text, path);
    countKept(text.size());
    if (first != '{') values_[name] = parseJson(text, "file", kMaxFileDepth);
}

void BucketFileReader::countKept(std::size_t bytes) {
    keptBytes_ += bytes;
    if (keptBytes_ <= maxItemBytes_) return;
    refuse("file", "has more than " + std::to_string(maxItemBytes_) + " bytes in the names and texts of its members");
}

bool BucketFileReader::isNull(std::string_view member) const {
    const Json* value = values_.if_contains(member);
    return value != nullptr && value->is_null();
}

ImportItems* BucketFileReader::findItems(std::string_view member) {
    const auto found = items_.find(member);
    return found == items_.end() ? nullptr : found->second.get();
}

}  // namespace inkwell
