#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "inkwell/json.h"
#include "inkwell/object_catalog.h"
#include "inkwell/written_objects.h"

namespace inkwell::search {

/// What can be found of an object or a media record.
struct Texts {
    std::string title;
    std::vector<std::string> others;  // content, texts of metafields; of HTML what is read
    std::string address = {};         // slug, or name of the file: found by it, but no text to show
};

/// Title, slug, content and every text in the metafields except ids of related objects.
Texts textsOf(const ObjectRecord& object);
Texts textsOf(const WrittenObject::Version& version);
/// Whether both are found by the same words, for their texts are the same. Takes a fraction of what textsOf does.
bool haveSameTexts(const WrittenObject::Version& one, const WrittenObject::Version& other);
/// Of a media record as reads show it: the name it was uploaded with, its own name, and the texts of its metadata.
Texts textsOfMedia(const JsonObject& media);

/// HTML -> its text: tags become spaces, but for those that may stand within a word, and character references letters;
/// comments, scripts and styles are left out.
std::string plainText(std::string_view html);

}  // namespace inkwell::search
