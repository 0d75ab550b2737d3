#include "inkwell/tls.h"

#include <Poco/Net/Context.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "inkwell/crypto.h"

namespace inkwell {
namespace {

using Poco::Net::Context;

// What certificates it takes is tested where it is used: tests/plugins/webhooks/sending/http_sender_tls_test.cpp.
TEST(TlsContext, ChecksCertificatesAndNames) {
    const Context::Ptr context = tlsContext("", "ca_file");
    ASSERT_TRUE(context);
    EXPECT_EQ(context->verificationMode(), Context::VERIFY_STRICT);
    EXPECT_TRUE(context->extendedCertificateVerificationEnabled());
    EXPECT_FALSE(context->isForServerUse());
}

TEST(TlsContext, NamesTheSettingOfAFileThatCannotBeUsed) {
    const std::string empty = std::filesystem::temp_directory_path() / ("inkwell-ca-" + randomToken(12));
    std::ofstream(empty) << "no certificate\n";
    for (const std::string& file : {std::string("/missing.pem"), empty}) {
        try {
            tlsContext(file, "smtp_ca_file");
            ADD_FAILURE() << file;
        } catch (const std::runtime_error& error) {
            EXPECT_TRUE(std::string(error.what()).starts_with("'smtp_ca_file' cannot be used: ")) << error.what();
        }
    }
    std::filesystem::remove(empty);
}

}  // namespace
}  // namespace inkwell
