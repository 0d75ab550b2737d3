// A published interface is frozen: a change of a header and a change of kSdkVersion go together.
#include <gtest/gtest.h>

#include <regex>
#include <sstream>

#include "inkwell/crypto.h"
#include "inkwell/plugin.h"
#include "tests/rules/source_tree.h"

namespace inkwell::rules {
namespace {

/// Over the code of all published headers, without comments, spacing and the value of kSdkVersion itself.
std::string digestOf(const std::vector<SourceFile>& headers) {
    static const std::regex version(R"(kSdkVersion = \d+)");
    std::string all;
    for (const SourceFile& header : headers) {
        all += header.name() + "\n" + std::regex_replace(bareCode(header.text), version, "kSdkVersion") + "\n";
    }
    return toHex(sha256(all));
}

TEST(SdkDigest, GoesWithTheSdkVersion) {
    // Lines "version digest"; the last one is the current.
    std::istringstream stored(readFile(SOURCE_TREE "/tests/rules/sdk_digest.txt"));
    std::uint32_t version = 0;
    std::string digest;
    for (std::string line; std::getline(stored, line);) std::istringstream(line) >> version >> digest;
    const std::string current = digestOf(sourcesOf("sdk/include"));
    EXPECT_EQ(version, kSdkVersion) << "the last line of tests/rules/sdk_digest.txt must be: " << kSdkVersion << " "
                                    << current;
    EXPECT_EQ(digest, current) << "headers changed: raise kSdkVersion in inkwell/plugin.h (unless version "
                               << kSdkVersion
                               << " was never published) and store in tests/rules/sdk_digest.txt: " << current;
}

TEST(SdkDigest, SeesAChangeOfCodeButNotOfAComment) {
    const SourceFile header{"sdk/include/inkwell/x.h", "struct X { int a; };  // one\n"};
    const SourceFile comment{"sdk/include/inkwell/x.h", "/// two\nstruct X { int a; };\n"};
    const SourceFile code{"sdk/include/inkwell/x.h", "struct X { long a; };\n"};
    EXPECT_EQ(digestOf({header}), digestOf({comment}));
    EXPECT_NE(digestOf({header}), digestOf({code}));
}

}  // namespace
}  // namespace inkwell::rules
