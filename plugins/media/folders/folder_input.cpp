#include "folders/folder_input.h"

#include "inkwell/error.h"
#include "inkwell/text.h"

namespace inkwell::media {

FolderInput parseFolderInput(const JsonObject& body, const std::string& refusal) {
    Problems problems;
    JsonReader reader(body, "", problems);
    FolderInput input;
    input.title = reader.requiredTitle("title", kMaxTitleLength).value_or("");
    reader.flag("pretty");
    reader.refuseOthers();
    problems.throwIfAny(refusal);
    return input;
}

}  // namespace inkwell::media
