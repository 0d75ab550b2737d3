#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "types/text_form.h"
#include "types/type_set.h"

namespace inkwell::metafields {

/// Metafields that only trees can render: see MetafieldEngine::renderText.
struct NeedsTrees {};

/// The text of `metadata`, made from the text of stored metafields, with holes for what is looked up.
struct TextTemplate {
    struct Hole {
        std::size_t at;    // where it stands in `text`
        TextForm form;     // Object, Objects or Tree
        std::size_t from;  // of Object and Objects: its part of `ids`
        std::size_t size;
        std::size_t tree;  // of Tree: its place in `trees`
        int depth;         // in how many groups
    };
    struct Tree {
        JsonObject field;
        const MetafieldType* type;
    };
    std::string text;
    std::string ids;  // as they are stored: one id, or several with commas between them
    std::vector<Hole> holes;
    std::vector<Tree> trees;

    std::string_view idsOf(const Hole& hole) const { return std::string_view(ids).substr(hole.from, hole.size); }
};

/// `metafields` is a stored array. Throws NeedsTrees for text that does not look as
/// writeJson made it from checked metafields, and ApiError as RenderBudget::checkNesting.
TextTemplate textTemplateOf(std::string_view metafields, const TypeSet& types);

}  // namespace inkwell::metafields
