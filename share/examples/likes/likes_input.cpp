#include "likes_input.h"

#include "inkwell/error.h"
#include "inkwell/text.h"

namespace likes_plugin {

std::string parseVisitor(const inkwell::JsonObject& body) {
    inkwell::Problems problems;
    inkwell::JsonReader reader(body, "", problems);
    const std::optional<std::string> visitor = reader.requiredText("visitor", inkwell::kMaxKeyLength);
    reader.refuseOthers();
    problems.throwIfAny("the likes cannot be changed");
    return *visitor;
}

std::string parseVisitor(const std::optional<std::string>& parameter) {
    if (!parameter || parameter->empty()) throw inkwell::ApiError::badRequest("the parameter 'visitor' is required");
    if (inkwell::codePoints(*parameter) > inkwell::kMaxKeyLength) {
        throw inkwell::ApiError::badRequest("the parameter 'visitor' must have at most " +
                                            std::to_string(inkwell::kMaxKeyLength) + " characters");
    }
    return *parameter;
}

}  // namespace likes_plugin
