#pragma once

#include <memory>
#include <vector>

#include "inkwell/metafield_type.h"

namespace inkwell::metafields {

// The sixteen types of the specification ("Metafield", both tables). What appears under metadata[key] is in
// where-silent.md, "Reads".

/// text, textarea, html-textarea and markdown differ in name only; an unset one renders as "".
std::unique_ptr<MetafieldType> makeTextType(const char* name);

/// Options are {key, value}; renders as {key, value}.
std::unique_ptr<MetafieldType> makeSelectType();
/// Options are {value}.
std::unique_ptr<MetafieldType> makeRadioType();
/// Options are {value}; the value is an array of them.
std::unique_ptr<MetafieldType> makeCheckBoxesType();

std::unique_ptr<MetafieldType> makeSwitchType();
std::unique_ptr<MetafieldType> makeNumberType();
std::unique_ptr<MetafieldType> makeDateType();
std::unique_ptr<MetafieldType> makeJsonType();

/// The id of one object; comma-separated ids, order kept.
std::unique_ptr<MetafieldType> makeObjectType();
std::unique_ptr<MetafieldType> makeObjectsType();
/// The name of a media record.
std::unique_ptr<MetafieldType> makeFileType();

// Groups have a name and a shape; the engine walks their children.
std::unique_ptr<MetafieldType> makeParentType();
std::unique_ptr<MetafieldType> makeRepeaterType();

/// All sixteen, in the order of the specification. Called by the plugin's setup.
std::vector<std::unique_ptr<MetafieldType>> makeBuiltInTypes();

}  // namespace inkwell::metafields
