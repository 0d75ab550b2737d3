#include "parts.h"

#include <vector>

#include "inkwell/crypto.h"
#include "inkwell/json.h"

namespace inkwell::dashboard {

namespace {

constexpr std::string_view kPrefix = "part-";
constexpr std::size_t kTagDigits = 16;

std::string stemOf(const DashboardPart& part) {
    return std::string(kPrefix) + toHex(Digest::of(part.module)).substr(0, kTagDigits);
}

JsonObject describe(const DashboardPart& part) {
    JsonObject out{{"contract", part.contract}};
    if (part.contract != kDashboardContract) return out;
    out["file"] = stemOf(part) + (part.isSandboxed ? ".html" : ".js");
    if (part.isSandboxed) out["sandboxed"] = true;
    return out;
}

std::vector<const DashboardPart*> allParts(Services& services) {
    std::vector<const DashboardPart*> parts;
    for (const MetafieldEditor* editor : services.contributions<MetafieldEditor>()) parts.push_back(&editor->part);
    for (const DashboardScreen* screen : services.contributions<DashboardScreen>()) parts.push_back(&screen->part);
    return parts;
}

}  // namespace

std::string describeParts(Services& services) {
    JsonObject editors;
    for (const MetafieldEditor* editor : services.contributions<MetafieldEditor>()) {
        editors[editor->type] = describe(editor->part);
    }
    JsonArray screens;
    for (const DashboardScreen* screen : services.contributions<DashboardScreen>()) {
        JsonObject one = describe(screen->part);
        one["slug"] = screen->slug;
        one["title"] = screen->title;
        screens.push_back(std::move(one));
    }
    return writeJson(JsonObject{{"editors", std::move(editors)}, {"screens", std::move(screens)}});
}

std::optional<PartFile> findPart(Services& services, std::string_view file) {
    // The files of the application come this way, too, and no part is hashed for them.
    if (!file.starts_with(kPrefix)) return std::nullopt;
    for (const DashboardPart* part : allParts(services)) {
        const std::string stem = stemOf(*part);
        if (file == stem + ".js") return PartFile{part->module, stem + ".js", false};
        if (part->isSandboxed && file == stem + ".html") return PartFile{part->module, stem + ".js", true};
    }
    return std::nullopt;
}

}  // namespace inkwell::dashboard
