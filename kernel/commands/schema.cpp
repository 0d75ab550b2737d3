#include "kernel/commands/schema.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <ostream>
#include <set>
#include <stdexcept>
#include <vector>

#include "inkwell/json.h"
#include "inkwell/object_schema.h"
#include "kernel/app/output_file.h"
#include "kernel/app/server_services.h"

namespace inkwell::kernel {

namespace {

namespace fs = std::filesystem;
using File = ObjectSchema::File;
using Step = ObjectSchema::Step;

ObjectSchema& schemaOf(Server& server) { return serviceOf<ObjectSchema>(server, "provides object types"); }

std::string textIn(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!fs::is_regular_file(path)) throw std::runtime_error("cannot read '" + path.string() + "': it is no file");
    std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!file) throw std::runtime_error("cannot read the file '" + path.string() + "'");
    return text;
}

std::vector<fs::path> pathsIn(const std::string& directory) {
    std::error_code error;
    std::vector<fs::path> paths;
    for (fs::directory_iterator at(directory, error), end; !error && at != end; at.increment(error)) {
        if (at->path().extension() == ".json") paths.push_back(at->path());
    }
    if (error) throw std::runtime_error("cannot read the folder '" + directory + "': " + error.message());
    std::sort(paths.begin(), paths.end());
    return paths;
}

// An empty folder is rather a wrong name than the wish to delete every type.
std::vector<File> filesIn(const std::string& directory) {
    std::vector<File> files;
    for (const fs::path& path : pathsIn(directory)) {
        files.push_back({path.filename().string(), parseJson(textIn(path), "file '" + path.string() + "'")});
    }
    if (files.empty()) {
        throw std::runtime_error("there are no files of object types (*.json) in '" + directory +
                                 "': 'inkwell schema pull' writes them");
    }
    return files;
}

// A file of ours: nothing else is taken away.
bool isTypeFile(const fs::path& path) {
    try {
        const Json content = parseJson(textIn(path), "file");
        const JsonObject* type = content.if_object();
        return type != nullptr && textOf(*type, "slug") == path.stem().string() && !textOf(*type, "title").empty();
    } catch (const std::exception&) {
        return false;
    }
}

char signOf(const Step& step) {
    switch (step.kind) {
        case Step::Kind::Add:
            return '+';
        case Step::Kind::Remove:
            return '-';
        case Step::Kind::Change:
            return step.isDestructive ? '!' : '~';
    }
    return '~';
}

void print(const std::vector<Step>& steps, std::ostream& out) {
    for (const Step& step : steps) out << "  " << signOf(step) << " " << step.text << "\n";
}

}  // namespace

int pullSchema(Server& server, const std::string& bucket, const std::string& directory, std::ostream& out) {
    const std::vector<File> files = schemaOf(server).files(*bucketCalled(server, bucket));
    std::error_code error;
    fs::create_directories(directory, error);
    if (error) throw std::runtime_error("cannot make the folder '" + directory + "': " + error.message());
    std::set<std::string> names;
    std::vector<OutputFile> changed;
    for (const File& file : files) {
        names.insert(file.name);
        const fs::path path = fs::path(directory) / file.name;
        std::string text = writePrettyJson(file.content) + "\n";
        if (!fs::exists(path) || textIn(path) != text) changed.push_back({path, std::move(text)});
    }
    // A folder of which a part is new is the schema of no bucket, and 'apply' would delete what it lacks.
    writeOutputFiles(changed);
    for (const OutputFile& file : changed) out << "wrote " << file.path.string() << "\n";
    for (const fs::path& path : pathsIn(directory)) {
        if (names.contains(path.filename().string()) || !isTypeFile(path)) continue;
        fs::remove(path);
        out << "removed " << path.string() << ": the bucket has no such type\n";
    }
    out << files.size() << (files.size() == 1 ? " object type" : " object types") << " of bucket '" << bucket << "', "
        << changed.size() << " written\n";
    return 0;
}

int diffSchema(Server& server, const std::string& bucket, const std::string& directory, std::ostream& out) {
    const std::vector<Step> steps = schemaOf(server).plan(*bucketCalled(server, bucket), filesIn(directory));
    print(steps, out);
    if (!steps.empty()) return kSchemaDiffers;
    out << "bucket '" << bucket << "' is as the files say\n";
    return 0;
}

int applySchema(Server& server, const std::string& bucket, const std::string& directory, bool mayDestroy,
                std::ostream& out) {
    const std::shared_ptr<const Bucket> target = bucketCalled(server, bucket);
    const std::vector<File> files = filesIn(directory);
    const std::vector<Step> steps = schemaOf(server).plan(*target, files);
    print(steps, out);
    if (steps.empty()) {
        out << "bucket '" << bucket << "' is as the files say\n";
        return 0;
    }
    out << std::flush;
    const bool isDestructive =
        std::any_of(steps.begin(), steps.end(), [](const Step& one) { return one.isDestructive; });
    if (isDestructive && !mayDestroy) {
        throw std::runtime_error(
            "nothing was changed: the steps marked - and ! are destructive; with "
            "--allow-destructive they are carried out");
    }
    const std::size_t done = schemaOf(server).apply(*target, files, mayDestroy).size();
    out << "bucket '" << bucket << "' is as the files say now: " << done << (done == 1 ? " step" : " steps") << "\n";
    return 0;
}

}  // namespace inkwell::kernel
