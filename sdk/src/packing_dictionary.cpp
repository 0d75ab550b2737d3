#include "packing_dictionary.h"

#include <string_view>

namespace inkwell {

namespace {

// What fields are called in most places, each once.
constexpr std::string_view kKeys =
    "name subtitle headline summary description text content body message quote question answer note notes time "
    "start start_date end end_date year duration price currency quantity stock sku size weight width height "
    "color material order position number count level rating score views likes phone address street city country "
    "region location latitude longitude company job_title role department bio biography image images photo "
    "photos picture pictures gallery cover hero banner background icon logo video audio file files document "
    "documents caption alt_text link links url website slug button label cta language status type kind format "
    "active visible public pinned seo meta settings options extra data related products posts articles pages "
    "events people team members sections items steps features facts faq title tags categories category author "
    "authors featured date excerpt email ";

constexpr std::string_view kValues =
    R"({"title":"","description":"","keywords":"","noindex":false,"tags":["","seo":{"title":")";

constexpr std::string_view kDocuments =
    R"(","type":"radio-buttons","title":"","key":"","value":"","options":[{"value":""},{"value":""}],)"
    R"("type":"check-boxes","title":"","key":"","value":["","options":[{"value":""}],)"
    R"("type":"select-dropdown","title":"","key":"","value":"","options":[{"key":"","value":""},)"
    R"("type":"multi-select","type":"color","title":"","key":"","value":"#","type":"emoji","type":"link",)"
    R"("type":"file","title":"","key":"","value":"","type":"files","title":"","key":"","value":"",)"
    R"("type":"markdown","title":"","key":"","value":"## ","type":"html-textarea","title":"","key":"","value":"<p>",)"
    R"("type":"repeater","title":"","key":"","value":"","repeater_fields":[{"type":"text","title":"","key":"","value":""}],)"
    R"("children":[{"type":"repeating_item","title":"","key":"","value":"","children":[{"id":"",)"
    R"("type":"parent","title":"","key":"","value":"","children":[{"id":"","type":"text","title":"","key":"","value":"",)"
    R"("required":true,"minlength":0,"maxlength":0,"regex":"^","regex_message":"","helptext":"null,false,)"
    R"(<ul><li></li><li></li></ul><ol></ol><h1></h1><h3></h3><em></em><br/><blockquote><p></p></blockquote><pre><code></code></pre>)"
    R"(<img src=\"\" alt=\"\"/></p><h2></h2><p>. <strong></strong> <a href=\"https://www.</a></p>)"
    R"({"content":"<h2>","options":{"slug_field":true,"content_editor":true},"metafields":[{"id":"",)"
    R"("type":"object","title":"","key":"","value":"","object_type":""},{"id":"",)"
    R"("type":"objects","title":"","key":"","value":"","object_type":""},{"id":"",)"
    R"("type":"json","title":"","key":"","value":{"","type":"switch","title":"","key":"","value":true,"options":"true,false"},)"
    R"({"id":"","type":"number","title":"","key":"","value":1},{"id":"","type":"date","title":"","key":"","value":"20"},)"
    R"({"id":"","type":"textarea","title":"","key":"","value":""},{"id":"","type":"text","title":"","key":"","value":""}]})";

// A field whose title is its key has the rest of it, too.
void addField(std::string& dictionary, std::string_view key) {
    std::string title(key);
    title.front() = static_cast<char>(title.front() - 'a' + 'A');
    for (char& each : title)
        if (each == '_') each = ' ';
    ((dictionary += title) += R"(","key":")") += key;
}

std::string makeDictionary() {
    std::string dictionary(kValues);
    for (std::string_view rest = kKeys; !rest.empty();) {
        const std::size_t end = rest.find(' ');
        addField(dictionary, rest.substr(0, end));
        rest.remove_prefix(end + 1);
    }
    return dictionary += kDocuments;
}

}  // namespace

const std::string& packingDictionary() {
    static const std::string dictionary = makeDictionary();
    return dictionary;
}

}  // namespace inkwell
