// The process that reads images. It is given a socket as standard input, answers one request after the other, and may
// be killed at any time: a file is never trusted enough to be decoded inside the server. Picture and result are open
// files that come with the request.
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <boost/json.hpp>
#include <charconv>
#include <string_view>
#include <system_error>
#include <vector>

#include "image_edit.h"
#include "image_output.h"
#include "image_source.h"
#include "image_work.h"
#include "refusal.h"
#include "sandbox.h"
#include "worker_frames.h"

namespace inkwell::images {

namespace {

constexpr const char* kDamaged = "the file is damaged or uses something that is not supported";
constexpr const char* kTooMuchMemory = "it needs more memory than is allowed";
constexpr rlim_t kMiB = 1024 * 1024;
constexpr rlim_t kMaxOutputBytes = 512 * kMiB;

struct Job {
    int input = -1, output = -1;
    ImageParams params;
    std::int64_t maxPixels = 0;
    std::int64_t maxWorkMs = 0;
};

struct Result {
    Format format = Format::Json;
    Size size;
};

void limitProcess(rlim_t memoryMb) {
    const auto limit = [](auto resource, rlim_t value) {
        const rlimit both{value, value};
        ::setrlimit(resource, &both);
    };
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    limit(RLIMIT_AS, memoryMb * kMiB);  // sanitizers reserve terabytes
#else
    static_cast<void>(memoryMb);
#endif
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, kMaxOutputBytes);
    ::mallopt(M_ARENA_MAX, 2);  // each arena reserves 64 MiB of the address space
}

bool startLibrary(const char* program) {
    // What is larger would be decoded into files below /tmp: the memory limit is to decide.
    ::setenv("VIPS_DISC_THRESHOLD", "1000000m", 1);
    if (vips_init(program) != 0) return false;
    vips_concurrency_set(1);
    vips_cache_set_max(0);
    allowKnownLoadersOnly();
    return true;
}

// Behind it nothing more can be opened, so what the library loads when it is first needed is loaded before.
bool shutIn() {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    closeFiles();
    const bool writesAvif = canWriteAvif();
    closeSystem();
    return writesAvif;
#else
    return canWriteAvif();  // what a sanitizer needs to report is what the sandbox forbids
#endif
}

Job readJob(const std::string& frame, const std::vector<Descriptor>& files) {
    const boost::json::object request = boost::json::parse(frame).as_object();
    const boost::json::object& params = request.at("params").as_object();
    Job job;
    if (files.size() != 2) throw std::runtime_error("a request comes with two open files");
    job.input = files[0].get();
    job.output = files[1].get();
    job.maxPixels = request.at("max_pixels").to_number<std::int64_t>();
    job.maxWorkMs = request.at("max_work_ms").to_number<std::int64_t>();
    job.params = parseImageParams([&](std::string_view name) -> std::optional<std::string> {
        const boost::json::value* value = params.if_contains(name);
        if (value == nullptr) return std::nullopt;
        return boost::json::value_to<std::string>(*value);
    });
    return job;
}

Box within(const Box& outer, const Box& inner) {
    return {outer.left + inner.left, outer.top + inner.top, inner.width, inner.height};
}

Box trimmedBox(const ImageSource& source, const Job& job) {
    if (job.params.trim) return findTrimmed(source.decode(job.params.orientation, 1, false).at(0));
    const Size size = source.uprightSize(job.params.orientation);
    return {0, 0, size.width, size.height};
}

vips::VImage cut(const vips::VImage& image, const Box& box) {
    if (box == Box{0, 0, image.width(), image.height()}) return image;
    return image.crop(box.left, box.top, box.width, box.height);
}

void checkWork(std::int64_t workMs, const Job& job) {
    if (workMs <= job.maxWorkMs) return;
    throw Refusal("it needs about " + std::to_string(workMs) + " milliseconds of work, more than the " +
                  std::to_string(job.maxWorkMs) +
                  " that are allowed; ask for fewer pixels, less blur or another format");
}

// Trim, rect, size, look: in this order, which README.md tells.
DecodedImage edited(const ImageSource& source, const Job& job, bool allFrames) {
    const ImageParams& params = job.params;
    const std::int64_t scansMs = scansWorkMs(source.header().stored, source.header().scans);
    const std::int64_t trimMs = params.trim ? trimWorkMs(source.header().stored) + scansMs : 0;
    checkWork(trimMs, job);
    const Box trimmed = trimmedBox(source, job);
    const Box part = within(trimmed, planRect(params, {trimmed.width, trimmed.height}));
    ImagePlan plan = planImage(params, {part.width, part.height}, job.maxPixels);
    if (allFrames) plan.byEntropy = false;  // or every frame would be cut elsewhere
    const Format format = chooseFormat(params, source.header(), true);
    checkWork(trimMs + scansMs +
                  pictureWorkMs(params, plan, source.header().stored, allFrames ? source.header().frames : 1, format),
              job);

    const int shrink = source.header().loader == "jpeg" ? shrinkOnLoad(plan) : 1;
    const DecodedFrames decoded = source.decode(params.orientation, shrink, allFrames);
    DecodedImage made{{}, decoded.delaysMs(), decoded.loops()};
    for (int index = 0; index < decoded.count(); ++index) {
        const vips::VImage frame = decoded.at(index);
        const Box box = shrunkBox(part, shrink, {frame.width(), frame.height()});
        ImagePlan ofFrame = plan;
        ofFrame.crop = shrunkBox(plan.crop, shrink, {box.width, box.height});
        // Memory once, instead of a second decoding by whoever looks twice.
        made.frames.push_back(adjusted(fitted(cut(frame, box), ofFrame).copy_memory(), params));
    }
    return made;
}

Result process(const Job& job) {
    const ImageSource source(job.input);
    const ImageParams& params = job.params;
    if (params.format == Format::Json && !params.palette) {
        writeText(describeImage(source.header(), source.bytes()), job.output);
        return {};
    }
    const std::optional<Format> wanted = params.format ? params.format : source.header().format;
    const bool mayMove = wanted == Format::Gif || wanted == Format::Webp;
    const bool allFrames = mayMove && !params.palette && source.header().frames > 1;
    source.checkPixels(job.maxPixels, allFrames);
    DecodedImage image = edited(source, job, allFrames);
    if (params.palette) {
        writeText(describePalette(image.frames.front()), job.output);
        return {};
    }
    const Format format = chooseFormat(params, source.header(), image.frames.front().has_alpha());
    for (vips::VImage& frame : image.frames) frame = onBackground(frame, params, format);
    writeImage(image, format, params, job.output);
    return {format, {image.frames.front().width(), image.frames.front().height()}};
}

std::string oneLine(const std::string& detail) {
    std::string line = detail.substr(0, 1000);
    while (!line.empty() && line.back() == '\n') line.pop_back();
    std::replace(line.begin(), line.end(), '\n', ';');
    return line;
}

boost::json::object refusal(const std::string& reason, const std::string& detail) {
    return {{"refused", reason}, {"detail", oneLine(detail)}};
}

// Of what the library or the system said: a full disk is not the file's fault.
boost::json::object failure(const std::string& detail) {
    if (detail.find("No space left") != std::string::npos) return {{"no_room", oneLine(detail)}};
    return refusal(detail.find("out of memory") != std::string::npos ? kTooMuchMemory : kDamaged, detail);
}

boost::json::object answer(const std::string& frame, const std::vector<Descriptor>& files) {
    try {
        const Result result = process(readJob(frame, files));
        return {{"format", nameOf(result.format)}, {"width", result.size.width}, {"height", result.size.height}};
    } catch (const Refusal& refused) {
        return refusal(refused.what(), "");
    } catch (const vips::VError& error) {
        const std::string detail = error.what();
        vips_error_clear();
        return failure(detail);
    } catch (const std::bad_alloc&) {
        return refusal(kTooMuchMemory, "");
    } catch (const std::exception& error) {
        return failure(error.what());
    }
}

boost::json::object start(const char* program, rlim_t memoryMb) {
    limitProcess(memoryMb);
    if (!startLibrary(program)) return {{"problem", "libvips does not start"}};
    try {
        return {{"avif", shutIn()}};
    } catch (const std::system_error& error) {
        return {{"problem", error.what()}};
    }
}

int serve(const char* program, rlim_t memoryMb) {
    if (!writeFrame(STDIN_FILENO, boost::json::serialize(start(program, memoryMb)))) return 1;
    std::string frame;
    while (true) {
        std::vector<Descriptor> files;
        if (readFrame(STDIN_FILENO, frame, std::nullopt, &files) != FrameRead::Whole) return 0;
        // Should the server be gone, nobody else ends a picture that takes for ever.
        const std::int64_t seconds = boost::json::parse(frame).at("timeout_ms").to_number<std::int64_t>() / 1000 + 5;
        ::alarm(static_cast<unsigned>(seconds));
        const std::string reply = boost::json::serialize(answer(frame, files));
        ::alarm(0);
        if (!writeFrame(STDIN_FILENO, reply)) return 1;
    }
}

}  // namespace

}  // namespace inkwell::images

int main(int argc, char** argv) {
    unsigned memoryMb = 0;
    const std::string_view text = argc == 2 ? argv[1] : "";
    if (std::from_chars(text.data(), text.data() + text.size(), memoryMb).ec != std::errc() || memoryMb == 0) return 2;
    return inkwell::images::serve(argv[0], memoryMb);
}
