#pragma once

#include <string_view>

namespace inkwell {

/// What the documents of all objects have in common, as they write it: what is packed points into it. It may never
/// change: what was packed with it can be read with it alone. The likeliest stands at the end.
inline constexpr std::string_view kPackingDictionary =
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

}  // namespace inkwell
