#include "s3_xml.h"

#include <gtest/gtest.h>

#include "inkwell/media_store.h"

namespace inkwell::media_store_s3 {
namespace {

TEST(S3Xml, ReadsAPageOfObjects) {
    const ObjectPage page = parseObjectPage(R"(<?xml version="1.0" encoding="UTF-8"?>
        <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>bucket</Name>
          <IsTruncated>true</IsTruncated><NextContinuationToken>1ueGcxLPRx1Tr/XYEx&amp;</NextContinuationToken>
          <Contents><Key>media/k1</Key><LastModified>2009-10-12T17:50:30.000Z</LastModified>
            <ETag>"fba9dede5f27731c9771645a39863328"</ETag><Size>434234</Size></Contents>
          <Contents><Key>media/k2</Key><LastModified>2009-10-12T17:50:31.000Z</LastModified><Size>0</Size></Contents>
        </ListBucketResult>)");
    ASSERT_EQ(page.objects.size(), 2u);
    EXPECT_EQ(page.objects[0].key, "media/k1");
    EXPECT_EQ(page.objects[0].sizeBytes, 434234);
    EXPECT_EQ(page.objects[0].modifiedAtMs, 1255369830000);
    EXPECT_EQ(page.objects[1].sizeBytes, 0);
    EXPECT_EQ(page.nextToken, "1ueGcxLPRx1Tr/XYEx&");
}

TEST(S3Xml, ReadsTheLastPage) {
    EXPECT_EQ(parseObjectPage("<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>").nextToken, "");
    const UploadPage page = parseUploadPage(
        "<ListMultipartUploadsResult><IsTruncated>false</IsTruncated><Upload><Key>k1</Key><UploadId>u</UploadId>"
        "<Initiated>2010-11-10T20:48:33.000Z</Initiated></Upload></ListMultipartUploadsResult>");
    ASSERT_EQ(page.uploads.size(), 1u);
    EXPECT_EQ(page.uploads[0].id, "u");
    EXPECT_EQ(page.nextKey, "");
}

TEST(S3Xml, ReadsTheCodeOfAnError) {
    EXPECT_EQ(parseErrorCode("<Error><Code>NoSuchKey</Code><Message>m</Message></Error>"), "NoSuchKey");
    EXPECT_EQ(parseErrorCode("<html>no</html>"), "");
    EXPECT_EQ(parseErrorCode("not XML"), "");
    EXPECT_EQ(parseErrorCode(""), "");
}

TEST(S3Xml, ReadsHowAnUploadEnded) {
    EXPECT_EQ(parseCompletion("\n  <?xml version=\"1.0\"?>\n<CompleteMultipartUploadResult/>"), "");
    EXPECT_EQ(parseCompletion(" \n<?xml version=\"1.0\"?><Error><Code>InternalError</Code></Error>"), "InternalError");
    EXPECT_THROW(parseCompletion(""), MediaStoreError);
    EXPECT_THROW(parseCompletion("   "), MediaStoreError);
}

TEST(S3Xml, RefusesWhatItDoesNotUnderstand) {
    EXPECT_THROW(parseObjectPage(""), MediaStoreError);
    EXPECT_THROW(parseObjectPage("<ListBucketResult>"), MediaStoreError);
    EXPECT_THROW(parseObjectPage("<Other/>"), MediaStoreError);
    EXPECT_THROW(parseObjectPage("<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>"),
                 MediaStoreError);
    EXPECT_THROW(
        parseObjectPage("<ListBucketResult><Contents><Key>k</Key><Size>x</Size></Contents></ListBucketResult>"),
        MediaStoreError);
    EXPECT_THROW(parseUploadId("<InitiateMultipartUploadResult/>"), MediaStoreError);
}

TEST(S3Xml, ReadsNoDocumentTypes) {
    const std::string lol = "<!DOCTYPE r [<!ENTITY a \"aaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]>";
    EXPECT_THROW(parseObjectPage(lol + "<ListBucketResult>&b;</ListBucketResult>"), MediaStoreError);
    EXPECT_EQ(parseErrorCode(lol + "<Error><Code>&b;</Code></Error>"), "");
}

TEST(S3Xml, WritesTheListOfParts) {
    EXPECT_EQ(renderParts({"\"e1\"", "a<&b"}),
              "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
              "<Part><PartNumber>1</PartNumber><ETag>\"e1\"</ETag></Part>"
              "<Part><PartNumber>2</PartNumber><ETag>a&lt;&amp;b</ETag></Part></CompleteMultipartUpload>");
}

}  // namespace
}  // namespace inkwell::media_store_s3
