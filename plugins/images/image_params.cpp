#include "image_params.h"

#include <array>

#include "param_values.h"

namespace inkwell::images {

namespace {

constexpr double kMaxDpr = 5;
constexpr int kMaxPadPx = 2000;
constexpr int kMaxBlur = 2000;
constexpr std::size_t kMaxDownloadName = 200;

constexpr std::array<std::pair<Fit, std::string_view>, 6> kFits = {{{Fit::Clip, "clip"},
                                                                    {Fit::Crop, "crop"},
                                                                    {Fit::Max, "max"},
                                                                    {Fit::Min, "min"},
                                                                    {Fit::Fill, "fill"},
                                                                    {Fit::Scale, "scale"}}};

/// Asks for parameters by name; an absent one is the empty text, which no reader accepts.
class Values {
public:
    explicit Values(const FindParameter& find) : find_(find) {}
    std::string text(std::string_view name) const { return find_(name).value_or(""); }
    int integer(std::string_view name, int min, int max) const { return readInteger(text(name), min, max).value_or(0); }
    bool isTrue(std::string_view name) const {
        const std::string value = text(name);
        return value == "true" || value == "1";
    }
    bool lists(std::string_view name, std::string_view word) const {
        const std::string value = text(name);
        for (const std::string_view one : splitList(value, ','))
            if (one == word) return true;
        return false;
    }

private:
    const FindParameter& find_;
};

Fit readFit(std::string_view text) {
    for (const auto& [fit, name] : kFits)
        if (name == text) return fit;
    return Fit::Clip;
}

CropPlace readCrop(const Values& values) {
    CropPlace crop;
    if (values.lists("crop", "focalpoint")) return {0, 0, false, true};
    if (values.lists("crop", "entropy")) return {0, 0, true, false};
    crop.horizontal = values.lists("crop", "left") ? -1 : values.lists("crop", "right") ? 1 : 0;
    crop.vertical = values.lists("crop", "top") ? -1 : values.lists("crop", "bottom") ? 1 : 0;
    return crop;
}

int readOrientation(std::string_view text) {
    if (text == "90") return 6;
    if (text == "180") return 3;
    if (text == "270") return 8;
    return readInteger(text, 1, 8).value_or(0);
}

// Of a picture that is cut without saying where.
bool isPlacedByRecord(const Values& values, const ImageParams& params) {
    const bool isSized = params.width || params.height || params.aspectRatio > 0;
    const bool namesPlace = !values.text("crop").empty() && !params.crop.byFocalPoint;
    const bool namesPoint = !values.text("fp-x").empty() || !values.text("fp-y").empty();
    return params.fit == Fit::Crop && isSized && !namesPlace && !namesPoint;
}

void readSize(const Values& values, ImageParams& params) {
    params.width = readLength(values.text("w"));
    params.height = readLength(values.text("h"));
    params.fit = readFit(values.text("fit"));
    params.crop = readCrop(values);
    params.focalX = readNumber(values.text("fp-x"), 0, 1).value_or(params.focalX);
    params.focalY = readNumber(values.text("fp-y"), 0, 1).value_or(params.focalY);
    params.aspectRatio = readRatio(values.text("ar")).value_or(0);
    params.byRecord = isPlacedByRecord(values, params);
    params.rect = readRegion(values.text("rect"));
    params.dpr = readNumber(values.text("dpr"), 0.1, kMaxDpr).value_or(1);
    params.trim = values.text("trim") == "auto" || values.text("trim") == "color";
    params.padPx = values.integer("pad", 0, kMaxPadPx);
}

void readForm(const Values& values, ImageParams& params) {
    params.autoFormat = values.lists("auto", "format");
    params.autoCompress = values.lists("auto", "compress");
    params.format = findFormat(values.text("fm"));
    params.quality = readInteger(values.text("q"), 0, 100);
    params.lossless = values.isTrue("lossless");
    params.palette = values.text("palette") == "json";
}

void readLook(const Values& values, ImageParams& params) {
    params.orientation = readOrientation(values.text("orient"));
    params.rotation = values.integer("rot", 0, 359);
    const std::string flip = values.text("flip");
    params.flipHorizontal = flip == "h" || flip == "hv" || flip == "vh";
    params.flipVertical = flip == "v" || flip == "hv" || flip == "vh";
    params.background = readColour(values.text("bg"));
    params.blur = values.integer("blur", 0, kMaxBlur);
    params.sharpen = values.integer("sharp", 0, 100);
    params.saturation = values.integer("sat", -100, 100);
    params.brightness = values.integer("bri", -100, 100);
    params.contrast = values.integer("con", -100, 100);
}

/// Collects what differs from the default.
class Writer {
public:
    void add(const char* name, std::string value) { list_.emplace_back(name, std::move(value)); }
    void addFlag(const char* name, bool value, const char* text) {
        if (value) add(name, text);
    }
    void addInteger(const char* name, int value) {
        if (value != 0) add(name, std::to_string(value));
    }
    void addLength(const char* name, const std::optional<Length>& length) {
        if (length) add(name, writeLength(*length));
    }
    std::vector<std::pair<std::string, std::string>> take() { return std::move(list_); }

private:
    std::vector<std::pair<std::string, std::string>> list_;
};

void writeCrop(const ImageParams& params, Writer& out) {
    if (params.fit != Fit::Crop && params.fit != Fit::Min) return;
    const CropPlace& crop = params.crop;
    if (crop.byFocalPoint) {
        out.add("crop", "focalpoint");
        out.add("fp-x", writeNumber(params.focalX));
        out.add("fp-y", writeNumber(params.focalY));
        return;
    }
    std::string text;
    if (crop.byEntropy) text = "entropy,";
    if (crop.horizontal != 0) text += crop.horizontal < 0 ? "left," : "right,";
    if (crop.vertical != 0) text += crop.vertical < 0 ? "top," : "bottom,";
    if (text.empty()) return;
    text.pop_back();
    out.add("crop", text);
}

void writeSize(const ImageParams& params, Writer& out) {
    out.addLength("w", params.width);
    out.addLength("h", params.height);
    const bool isSized = params.width || params.height || params.aspectRatio > 0;
    if (isSized && params.fit != Fit::Clip) {
        for (const auto& [fit, name] : kFits)
            if (fit == params.fit) out.add("fit", std::string(name));
        writeCrop(params, out);
        if (params.aspectRatio > 0) out.add("ar", writeNumber(params.aspectRatio) + ":1");
    }
    if (params.rect) out.add("rect", writeRegion(*params.rect));
    if (params.dpr != 1 && (params.width || params.height)) out.add("dpr", writeNumber(params.dpr));
    out.addFlag("trim", params.trim, "auto");
    out.addInteger("pad", params.padPx);
}

void writeLook(const ImageParams& params, Writer& out) {
    out.addInteger("orient", params.orientation);
    out.addInteger("rot", params.rotation);
    out.addFlag("flip", params.flipHorizontal && !params.flipVertical, "h");
    out.addFlag("flip", params.flipVertical && !params.flipHorizontal, "v");
    out.addFlag("flip", params.flipVertical && params.flipHorizontal, "hv");
    if (params.background) out.add("bg", writeColour(*params.background));
    out.addInteger("blur", params.blur);
    out.addInteger("sharp", params.sharpen);
    out.addInteger("sat", params.saturation);
    out.addInteger("bri", params.brightness);
    out.addInteger("con", params.contrast);
}

}  // namespace

ImageParams parseImageParams(const FindParameter& find) {
    const Values values(find);
    ImageParams params;
    readSize(values, params);
    readForm(values, params);
    readLook(values, params);
    params.download = find("dl");
    if (params.download && params.download->size() > kMaxDownloadName) params.download = "";
    return params;
}

std::vector<std::pair<std::string, std::string>> canonicalParams(const ImageParams& params) {
    Writer out;
    writeSize(params, out);
    writeLook(params, out);
    out.addFlag("auto", params.autoCompress, "compress");
    if (params.format) out.add("fm", std::string(nameOf(*params.format)));
    if (params.quality) out.add("q", std::to_string(*params.quality));
    out.addFlag("lossless", params.lossless, "true");
    out.addFlag("palette", params.palette, "json");
    return out.take();
}

}  // namespace inkwell::images
