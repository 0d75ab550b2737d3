#include "s3_xml.h"

#include <Poco/AutoPtr.h>
#include <Poco/DOM/DOMParser.h>
#include <Poco/DOM/Document.h>
#include <Poco/DOM/Element.h>
#include <Poco/Exception.h>
#include <Poco/String.h>

#include <charconv>

#include "inkwell/media_store.h"
#include "inkwell/text.h"

namespace inkwell::media_store_s3 {

using Poco::AutoPtr;
using Poco::XML::Document;
using Poco::XML::Element;
using Poco::XML::Node;

namespace {

[[noreturn]] void refuse(const std::string& what) {
    throw MediaStoreError(MediaStoreError::Kind::Other, "the S3 service's answer is not understood: " + what);
}

AutoPtr<Document> parse(const std::string& xml, const std::string& root) {
    // Entities could make a short text a long one.
    if (xml.find("<!DOCTYPE") != std::string::npos) refuse("it declares a document type");
    try {
        Poco::XML::DOMParser parser;
        // Blanks keep the connection alive until the answer is known.
        AutoPtr<Document> document = parser.parseString(Poco::trimLeft(xml));
        const Element* element = document->documentElement();
        if (element == nullptr || element->localName() != root) refuse("it is no " + root);
        return document;
    } catch (const Poco::Exception& error) {
        refuse(error.displayText());
    }
}

template <class Visit>
void forEachChild(const Element* parent, const std::string& name, const Visit& visit) {
    for (Node* node = parent->firstChild(); node != nullptr; node = node->nextSibling()) {
        if (node->nodeType() == Node::ELEMENT_NODE && node->localName() == name) visit(static_cast<Element*>(node));
    }
}

std::string textOf(const Element* parent, const std::string& name) {
    std::string text;
    forEachChild(parent, name, [&](const Element* child) { text = child->innerText(); });
    return text;
}

std::int64_t timeOf(const Element* parent, const std::string& name) {
    const std::string text = textOf(parent, name);
    const std::optional<std::int64_t> time = parseIsoTime(text);
    if (!time) refuse(name + " '" + text + "'");
    return *time;
}

std::int64_t numberOf(const Element* parent, const std::string& name) {
    const std::string text = textOf(parent, name);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) refuse(name + " '" + text + "'");
    return number;
}

}  // namespace

std::string parseErrorCode(const std::string& xml) {
    try {
        return textOf(parse(xml, "Error")->documentElement(), "Code");
    } catch (const MediaStoreError&) {
        return "";
    }
}

ObjectPage parseObjectPage(const std::string& xml) {
    const AutoPtr<Document> document = parse(xml, "ListBucketResult");
    const Element* root = document->documentElement();
    ObjectPage page;
    forEachChild(root, "Contents", [&](const Element* one) {
        page.objects.push_back({textOf(one, "Key"), numberOf(one, "Size"), timeOf(one, "LastModified")});
    });
    if (textOf(root, "IsTruncated") == "true") {
        page.nextToken = textOf(root, "NextContinuationToken");
        if (page.nextToken.empty()) refuse("a list without its NextContinuationToken");
    }
    return page;
}

UploadPage parseUploadPage(const std::string& xml) {
    const AutoPtr<Document> document = parse(xml, "ListMultipartUploadsResult");
    const Element* root = document->documentElement();
    UploadPage page;
    forEachChild(root, "Upload", [&](const Element* one) {
        page.uploads.push_back({textOf(one, "Key"), textOf(one, "UploadId"), timeOf(one, "Initiated")});
    });
    if (textOf(root, "IsTruncated") == "true") {
        page.nextKey = textOf(root, "NextKeyMarker");
        page.nextId = textOf(root, "NextUploadIdMarker");
        if (page.nextKey.empty()) refuse("a list without its NextKeyMarker");
    }
    return page;
}

std::string parseUploadId(const std::string& xml) {
    const AutoPtr<Document> document = parse(xml, "InitiateMultipartUploadResult");
    std::string id = textOf(document->documentElement(), "UploadId");
    if (id.empty()) refuse("an upload without an UploadId");
    return id;
}

std::string parseCompletion(const std::string& xml) {
    std::string code = parseErrorCode(xml);
    if (code.empty()) parse(xml, "CompleteMultipartUploadResult");
    return code;
}

std::string parseCopy(const std::string& xml) {
    std::string code = parseErrorCode(xml);
    if (code.empty()) parse(xml, "CopyObjectResult");
    return code;
}

std::string renderParts(const std::vector<std::string>& etags) {
    std::string xml = "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">";
    int number = 0;
    for (const std::string& etag : etags) {
        xml += "<Part><PartNumber>" + std::to_string(++number) + "</PartNumber><ETag>";
        for (const char c : etag) {
            if (c == '&') {
                xml += "&amp;";
            } else if (c == '<') {
                xml += "&lt;";
            } else {
                xml += c;
            }
        }
        xml += "</ETag></Part>";
    }
    return xml + "</CompleteMultipartUpload>";
}

}  // namespace inkwell::media_store_s3
