#include "upload_form.h"

#include <algorithm>

#include "inkwell/crypto.h"

namespace inkwell::mcp {

namespace {

constexpr std::size_t kBoundaryLength = 32;  // random, so that no file can hold it

std::string inQuotes(std::string_view name) {
    std::string clean(name);
    std::replace_if(
        clean.begin(), clean.end(),
        [](char c) { return c == '"' || c == '\\' || static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }, '_');
    return '"' + clean + '"';
}

}  // namespace

UploadForm makeUploadForm(std::string_view fileName, std::string_view file,
                          const std::vector<std::pair<std::string, std::string>>& texts) {
    const std::string boundary = randomToken(kBoundaryLength);
    UploadForm form{"multipart/form-data; boundary=" + boundary, ""};
    const auto begin = [&](const std::string& disposition) {
        form.bytes += "--" + boundary + "\r\nContent-Disposition: form-data; " + disposition + "\r\n\r\n";
    };
    for (const auto& [name, text] : texts) {
        begin("name=" + inQuotes(name));
        form.bytes += text + "\r\n";
    }
    begin("name=\"media\"; filename=" + inQuotes(fileName));
    form.bytes.append(file).append("\r\n--" + boundary + "--\r\n");
    return form;
}

}  // namespace inkwell::mcp
