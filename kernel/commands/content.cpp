#include "kernel/commands/content.h"

#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <ostream>
#include <regex>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "inkwell/error.h"
#include "kernel/app/transfer.h"
#include "kernel/commands/content_index.h"

namespace inkwell::kernel {

namespace {

namespace fs = std::filesystem;

/// A new file that `write` has filled and that can be read now. It has no name: nothing is left of it, drafts neither,
/// however the process ends.
std::fstream temporaryFile(const std::function<void(std::ostream&)>& write) {
    const std::string folder = fs::temp_directory_path().string();
    std::string path = folder + "/inkwell-content-XXXXXX";
    const int made = mkstemp(path.data());
    if (made < 0) {
        throw std::system_error(errno, std::generic_category(), "cannot make a temporary file in '" + folder + "'");
    }
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    ::close(made);
    fs::remove(path);
    write(file);
    file.flush();
    if (!file) throw std::runtime_error("cannot write a temporary file in '" + folder + "'");
    file.seekg(0);
    return file;
}

/// The content of one side as it was at one moment.
struct Contents {
    explicit Contents(ContentSide& side)
        : file(temporaryFile([&](std::ostream& out) { side.exportTo(out); })), reader(file), index(indexOf(reader)) {}

    std::fstream file;
    BucketFileReader reader;
    ContentIndex index;
};

std::string listed(const ContentDifferences::Parts& parts) {
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? ": " : ", ") + part;
    return text;
}

void print(const std::string& what, const ContentDifferences::Parts& parts, std::ostream& out) {
    out << "  " << (parts.empty() ? '+' : '~') << " " << what << listed(parts) << "\n";
}

void print(const ContentDifferences& found, bool mayDelete, std::ostream& out) {
    for (const auto& [slug, parts] : found.folders) print("media folder " + slug, parts, out);
    for (const auto& [name, parts] : found.media) print("media " + name, parts, out);
    for (const std::string& name : found.files) out << "  + file " << name << "\n";
    for (const std::string& name : found.sizes) {
        out << "  ! file " << name << ": has another size there; delete that media record, and it comes anew\n";
    }
    for (const auto& [key, parts] : found.objects) print(key.text(), parts, out);
    for (const ObjectKey& key : found.extra) {
        out << "  " << (mayDelete ? '-' : '=') << " " << key.text() << (mayDelete ? "" : ": only there; it stays")
            << "\n";
    }
}

bool isWork(const ContentDifferences& found, bool mayDelete) {
    return !found.objects.empty() || !found.media.empty() || !found.folders.empty() || !found.files.empty() ||
           !found.sizes.empty() || (mayDelete && !found.extra.empty());
}

std::string counted(std::size_t count, const std::string& what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string counted(const ContentDifferences& found, std::size_t files) {
    return counted(found.objects.size(), "object") + ", " + counted(found.media.size(), "media record") + " and " +
           counted(files, "file");
}

// Places in the file that is sent mean nothing to the operator.
std::string withNames(const std::string& text, const std::vector<ObjectKey>& keys) {
    static const std::regex kPlace(R"(bucket\.objects\[([0-9]{1,9})\]\.?)");
    std::string named;
    auto rest = text.begin();
    for (std::sregex_iterator at(text.begin(), text.end(), kPlace), end; at != end; ++at) {
        named.append(rest, (*at)[0].first);
        const auto index = static_cast<std::size_t>(std::stoul((*at)[1]));
        named += index < keys.size() ? keys[index].text() + " " : std::string((*at)[0]);
        rest = (*at)[0].second;
    }
    return named.append(rest, text.end());
}

void requireTypes(const ContentDifferences& found, const ContentSide& target) {
    if (found.types.empty()) return;
    std::string types;
    for (const std::string& type : found.types) types += (types.empty() ? "'" : ", '") + type + "'";
    throw std::runtime_error("nothing was changed: " + target.name() + " has no object type " + types +
                             "; 'inkwell schema pull' and 'inkwell schema apply' bring types");
}

bool shareFiles(const ContentSide& source, const ContentSide& target) { return source.server() == target.server(); }

void requireTwo(const ContentSide& source, const ContentSide& target) {
    if (source.server() != target.server() || source.name() != target.name()) return;
    throw std::runtime_error("'--from' and '--to' are both " + source.name());
}

/// Carries out what was found.
class Application {
public:
    Application(ContentSide& source, ContentSide& target, std::ostream& out)
        : source_(source), target_(target), out_(out) {}

    /// Returns how many files the source has lost.
    std::size_t bringMedia(Contents& from, const Contents& to, const ContentDifferences& found) {
        if (!found.media.empty() || !found.folders.empty()) {
            std::fstream file = temporaryFile([&](std::ostream& out) {
                writeMedia(from.reader, found, to.index, shareFiles(source_, target_), out);
            });
            import(file, {});
        }
        std::size_t lost = 0;
        for (const std::string& name : found.files) lost += bringFile(name, from.index.media.at(name).size) ? 0 : 1;
        return lost;
    }

    void bringObjects(Contents& from, const Contents& to, const ContentDifferences& found) {
        if (found.objects.empty()) return;
        std::vector<ObjectKey> keys;
        std::fstream file = temporaryFile(
            [&](std::ostream& out) { keys = writeObjects(from.reader, found, from.index, to.index, out); });
        import(file, keys);
    }

    /// Returns how many stay.
    std::size_t remove(const Contents& to, const ContentDifferences& found) {
        std::size_t left = 0;
        for (const ObjectKey& key : found.extra) {
            const ContentIndex::Object& object = to.index.objects.at(key);
            if (target_.removeObject(object.id, object.modifiedAt)) continue;
            out_ << "  = " << key.text() << ": was changed meanwhile, or a draft is prepared over it; it stays\n";
            ++left;
        }
        return left;
    }

private:
    void import(std::istream& file, const std::vector<ObjectKey>& keys) {
        try {
            target_.import(file);
        } catch (const ImportError& error) {
            throw std::runtime_error(target_.name() + " did not take it:\n" + withNames(error.what(), keys));
        } catch (const std::runtime_error& error) {
            throw std::runtime_error(withNames(error.what(), keys));
        }
    }

    // By a file: a request says in its head how long it is. False when the source does not have it.
    bool bringFile(const std::string& name, std::int64_t exportedSize) {
        const ContentFile content = source_.openFile(name);
        if (content.bytes == nullptr) {
            out_ << "  file " << name << " is missing in " << source_.name() << " too\n";
            return false;
        }
        std::int64_t size = 0;
        std::fstream file = temporaryFile([&](std::ostream& out) {
            if (content.bytes->peek() != std::istream::traits_type::eof()) out << content.bytes->rdbuf();
            size = out.tellp();
        });
        const std::int64_t expected = content.size < 0 ? exportedSize : content.size;
        if (size != expected) {
            throw std::runtime_error("file " + name + " of " + source_.name() + " broke off after " +
                                     std::to_string(size) + " of " + std::to_string(expected) +
                                     " bytes and was not stored; the same command goes on from here");
        }
        target_.fill(name, file);
        return true;
    }

    ContentSide& source_;
    ContentSide& target_;
    std::ostream& out_;
};

std::string sameText(const ContentSide& source, const ContentSide& target) {
    return target.name() + " has the content of " + source.name();
}

}  // namespace

int diffContent(ContentSide& source, ContentSide& target, bool mayDelete, std::ostream& out) {
    requireTwo(source, target);
    const Contents from(source);
    const Contents to(target);
    const ContentDifferences found = compare(from.index, to.index, shareFiles(source, target));
    print(found, mayDelete, out);
    requireTypes(found, target);
    if (isWork(found, mayDelete)) return kContentDiffers;
    out << sameText(source, target) << "\n";
    return 0;
}

int applyContent(ContentSide& source, ContentSide& target, bool mayDelete, std::ostream& out) {
    requireTwo(source, target);
    Contents from(source);
    const Contents to(target);
    const ContentDifferences found = compare(from.index, to.index, shareFiles(source, target));
    print(found, mayDelete, out);
    if (!isWork(found, mayDelete)) {
        out << sameText(source, target) << "\n";
        return 0;
    }
    requireTypes(found, target);
    out << std::flush;
    Application application(source, target, out);
    const std::size_t lost = application.bringMedia(from, to, found);
    application.bringObjects(from, to, found);
    const std::size_t left = mayDelete ? application.remove(to, found) : 0;
    out << sameText(source, target) << " now: " << counted(found, found.files.size() - lost);
    if (mayDelete) out << ", " << found.extra.size() - left << " deleted";
    out << "\n";
    if (!found.sizes.empty()) out << "except " << counted(found.sizes.size(), "file") << " of another size\n";
    if (lost > 0) out << "except " << counted(lost, "file") << " that " << source.name() << " has lost\n";
    if (left > 0) out << "except " << counted(left, "object") << " that had to stay\n";
    return found.sizes.empty() && lost == 0 && left == 0 ? 0 : kContentDiffers;
}

}  // namespace inkwell::kernel
