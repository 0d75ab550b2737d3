#pragma once

#include "inkwell/metafield_type.h"

namespace inkwell::metafields {

/// How the value of a metafield becomes the text of an answer.
enum class TextForm {
    Tree,     // as MetafieldType::render makes it: any type may do anything there
    Raw,      // the stored text
    Value,    // the stored text; null when unset
    Text,     // the stored text; "" when unset
    List,     // the stored text; [] when unset
    Object,   // the related object
    Objects,  // the list of related objects
};

/// A type of this plugin that has a value. What it says is what its render() does, and the texts that it renders are
/// those that were checked when they were stored.
class RendersAsText {
public:
    virtual ~RendersAsText() = default;
    virtual TextForm textForm() const { return TextForm::Value; }
};

}  // namespace inkwell::metafields
