#pragma once

#include <memory>
#include <vector>

#include "inkwell/metafield_type.h"

namespace inkwell::metafields {

// The sixteen types of interface/metafields.md, "Types and values", which also describes their rendering under
// metadata[key].

/// text, textarea, html-textarea and markdown differ only in name; an unset one renders as "".
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

/// One object's id; and a comma-separated list of ids, in order.
std::unique_ptr<MetafieldType> makeObjectType();
std::unique_ptr<MetafieldType> makeObjectsType();
/// The name of a media record.
std::unique_ptr<MetafieldType> makeFileType();

// Groups have only a name and a shape; the engine handles their children.
std::unique_ptr<MetafieldType> makeParentType();
std::unique_ptr<MetafieldType> makeRepeaterType();

/// All sixteen, always in the same order. Called by the plugin's setup.
std::vector<std::unique_ptr<MetafieldType>> makeBuiltInTypes();

}  // namespace inkwell::metafields
