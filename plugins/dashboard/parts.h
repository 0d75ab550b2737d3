#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "inkwell/dashboard_part.h"
#include "inkwell/services.h"

namespace inkwell::dashboard {

/// What the page is told of the parts that enabled plugins bring, as JSON: which editors and screens there are, and
/// their files. What was written for another contract has no file. Any thread.
std::string describeParts(Services& services);

/// A part by the name of its file: "part-<digest>.js" is the module, "part-<digest>.html" the frame of a sandboxed one.
/// Any thread.
struct PartFile {
    std::string_view module;
    std::string script;  // the name of the module's file
    bool isFrame = false;
};
std::optional<PartFile> findPart(Services& services, std::string_view file);

}  // namespace inkwell::dashboard
