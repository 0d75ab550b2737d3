#pragma once

#include <string>
#include <vector>

namespace inkwell::docs {

struct Document {
    std::string path;  // below share/doc: "guide.md", "interface/metafields.md"
    std::string text;
};

struct Page {
    std::string name;  // the last part of its address: "guide", "metafields"
    std::string html;
};

/// The documents as pages that link to each other. `frame` is the HTML around each, with {{title}}, {{navigation}} and
/// {{body}}; `guideEnd` follows the guide's text. Throws std::runtime_error for a frame without these.
std::vector<Page> makeSite(const std::vector<Document>& documents, const std::string& frame,
                           const std::string& guideEnd);

}  // namespace inkwell::docs
