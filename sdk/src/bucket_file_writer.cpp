#include "inkwell/bucket_file_writer.h"

#include <cerrno>
#include <ostream>
#include <string>
#include <string_view>
#include <system_error>

#include "inkwell/bucket_file_reader.h"

namespace inkwell {

namespace {

constexpr std::size_t kIndent = 2;

/// The members of objects, one in the other, of which the innermost is written.
class Writer {
public:
    Writer(std::ostream& file, BucketFileForm form) : file_(file), isPretty_(form == BucketFileForm::Pretty) {}

    void open(char bracket) {
        file_ << bracket;
        ++depth_;
        isFirst_ = true;
    }
    void close(char bracket) {
        --depth_;
        if (!isFirst_) file_ << newLine();
        file_ << bracket;
        isFirst_ = false;
    }
    void name(std::string_view name) {
        begin();
        file_ << writeJson(Json(name)) << (isPretty_ ? ": " : ":");
    }
    void member(std::string_view name, const Json& value) {
        this->name(name);
        file_ << writeJson(value);
    }
    void entry(const Json& value) {
        begin();
        if (!isPretty_) {
            file_ << writeJson(value);
        } else {
            indent(writePrettyJson(value));
        }
        if (!file_) throw std::system_error(errno, std::generic_category(), "the bucket file cannot be written");
    }

private:
    void begin() {
        file_ << (isFirst_ ? "" : ",") << newLine();
        isFirst_ = false;
    }
    std::string newLine() const { return isPretty_ ? "\n" + std::string(depth_ * kIndent, ' ') : ""; }
    // No text of JSON has a line break in it.
    void indent(std::string_view text) {
        for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
            file_ << text.substr(0, end) << newLine();
            text.remove_prefix(end + 1);
        }
        file_ << text;
    }

    std::ostream& file_;
    const bool isPretty_;
    std::size_t depth_ = 0;
    bool isFirst_ = true;
};

}  // namespace

void writeBucketFile(std::ostream& file, const Bucket& bucket, const std::string& baseUrl,
                     const std::vector<BucketTransfer*>& sections, BucketFileForm form) {
    Writer writer(file, form);
    writer.open('{');
    writer.member("format", Json(kBucketFileFormat));
    writer.name("bucket");
    writer.open('{');
    writer.member("title", Json(bucket.title));
    writer.member("slug", Json(bucket.slug));
    writer.member("base_url", Json(baseUrl));
    if (!bucket.readKeyReadsDrafts) writer.member("read_key_reads_drafts", Json(false));
    for (BucketTransfer* section : sections) {
        writer.name(section->member());
        writer.open('[');
        section->exportAll(bucket, [&](const Json& entry) { writer.entry(entry); });
        writer.close(']');
    }
    writer.close('}');
    writer.close('}');
}

}  // namespace inkwell
