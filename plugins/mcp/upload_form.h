#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace inkwell::mcp {

/// A body of multipart/form-data as the route for uploads takes it.
struct UploadForm {
    std::string contentType;  // with the boundary
    std::string bytes;
};

/// `fileName` in the part `media`, and each of `texts` in a part of its name. Line breaks and quotes of the file's name
/// become underscores. Any thread.
UploadForm makeUploadForm(std::string_view fileName, std::string_view file,
                          const std::vector<std::pair<std::string, std::string>>& texts);

}  // namespace inkwell::mcp
