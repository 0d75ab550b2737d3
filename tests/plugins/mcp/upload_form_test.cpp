#include "upload_form.h"

#include <gtest/gtest.h>

namespace inkwell::mcp {
namespace {

TEST(UploadForm, HoldsTheTextsBeforeTheFile) {
    const UploadForm form = makeUploadForm("a.txt", std::string("\r\n--\0x", 6), {{"folder", "photos"}});
    const std::string boundary = form.contentType.substr(std::string("multipart/form-data; boundary=").size());
    EXPECT_EQ(boundary.size(), 32U);
    EXPECT_EQ(form.bytes, "--" + boundary + "\r\nContent-Disposition: form-data; name=\"folder\"\r\n\r\nphotos\r\n--" +
                              boundary +
                              "\r\nContent-Disposition: form-data; name=\"media\"; filename=\"a.txt\"\r\n\r\n" +
                              std::string("\r\n--\0x", 6) + "\r\n--" + boundary + "--\r\n");
}

TEST(UploadForm, LetsNoNameLeaveItsQuotes) {
    const UploadForm form = makeUploadForm("a\"\r\nX: y\\.txt", "x", {});
    EXPECT_NE(form.bytes.find("filename=\"a___X: y_.txt\"\r\n\r\nx"), std::string::npos) << form.bytes;
}

}  // namespace
}  // namespace inkwell::mcp
