#include "render/text_renderer.h"

#include <set>
#include <utility>

#include "batches.h"
#include "inkwell/text.h"
#include "render/contained_render.h"
#include "render/scoped.h"

namespace inkwell::metafields {

class TextRenderer::Collector : public References {
public:
    explicit Collector(TextRenderer& renderer) : renderer_(renderer) {}

    void object(std::string_view) override { hasObjects_ = true; }
    void media(std::string_view name) override { renderer_.media_.note(name); }
    void objectType(std::string_view) override {}

    bool hasObjects() const noexcept { return hasObjects_; }

private:
    TextRenderer& renderer_;
    bool hasObjects_ = false;
};

void TextRenderer::take(ObjectText object, bool withMetadata) {
    objects_.push_back(shownOf(std::move(object), withMetadata));
}

void TextRenderer::load() {
    for (int level = 1; !nextIds_.empty(); ++level) {
        RenderBudget::checkNesting(level);
        loadLevel(!sources_.depth || level <= *sources_.depth);
    }
    media_.load(sources_.bucket, sources_.media, sources_.parts);
}

TextRenderer::Shown TextRenderer::shownOf(ObjectText object, bool withMetadata) {
    Shown shown{std::move(object.id), std::move(object.fields), std::nullopt};
    if (withMetadata) shown.metafields = makeTemplate(object.metafieldsText());
    return shown;
}

TextTemplate TextRenderer::makeTemplate(std::string_view metafields) {
    TextTemplate made = textTemplateOf(metafields, types_);
    Collector collector(*this);
    for (const TextTemplate::Hole& hole : made.holes) {
        if (hole.form == TextForm::Tree) {
            const TextTemplate::Tree& tree = made.trees[hole.tree];
            collectContained(types_, *tree.type, tree.field, collector);
            if (collector.hasObjects()) throw NeedsTrees();
        } else {
            forEachId(made.idsOf(hole), [&](std::string_view id) { note(id); });
        }
    }
    return made;
}

void TextRenderer::note(std::string_view id) {
    if (!isId(id) || nodes_.find(id) != nodes_.end()) return;
    budget_.countLookup();
    nextIds_.emplace_back(id);
    nodes_.try_emplace(nextIds_.back());
}

void TextRenderer::loadLevel(bool open) {
    const std::vector<std::string> ids = std::exchange(nextIds_, {});
    forEachBatch(ids, [&](std::span<const std::string> batch) {
        std::vector<ObjectText> found = sources_.objects.findTexts(sources_.bucket, batch, sources_.visibility);
        std::set<std::string_view> missing(batch.begin(), batch.end());
        for (const ObjectText& object : found) {
            sources_.parts.addObject(object.id, object.type);
            missing.erase(object.id);
        }
        for (const std::string_view id : missing) sources_.parts.addMissingObject(id);
        for (ObjectText& object : found) {
            const bool mayOpen = sources_.openOnly == nullptr || sources_.openOnly->contains(object.id);
            keepRelated(std::move(object), open && mayOpen);
        }
    });
}

void TextRenderer::keepRelated(ObjectText object, bool open) {
    const auto found = nodes_.find(object.id);
    if (found == nodes_.end()) return;
    Node& node = found->second;
    node.visible = true;
    if (!open) return;
    budget_.countLoaded(object.fields.size() + object.metafieldsText().size());
    node.loaded = true;
    node.shown = shownOf(std::move(object), true);
}

Json TextRenderer::media(std::string_view name) const {
    budget_.countLookup();
    const RelatedMedia::Media* found = media_.find(name);
    if (found == nullptr) return nullptr;
    budget_.countBytes(found->bytes);
    return found->fields;
}

void TextRenderer::addAll(JsonText& answer) {
    const char* separator = "";
    for (Shown& object : objects_) {
        answer.add(std::exchange(separator, ","));
        budget_.countBytes(object.bytes());
        bool unused = false;
        const auto self = nodes_.find(object.id);
        const Scoped<bool> guard(self == nodes_.end() ? unused : self->second.onPath, true);
        addShown(object, answer);
        object = {};  // while the text of a long list grows, what it is made of goes
    }
}

void TextRenderer::addShown(const Shown& shown, JsonText& answer) {
    answer.add("{");
    answer.add(shown.fields);
    if (shown.metafields) {
        answer.add(shown.fields.empty() ? "\"metadata\":" : ",\"metadata\":");
        addFilled(*shown.metafields, answer);
    }
    answer.add("}");
}

void TextRenderer::addFilled(const TextTemplate& shown, JsonText& answer) {
    const std::string_view text = shown.text;
    std::size_t done = 0;
    for (const TextTemplate::Hole& hole : shown.holes) {
        answer.add(text.substr(done, hole.at - done));
        done = hole.at;
        addHole(shown, hole, answer);
    }
    answer.add(text.substr(done));
}

void TextRenderer::addHole(const TextTemplate& shown, const TextTemplate::Hole& hole, JsonText& answer) {
    const Scoped<int> deeper(nesting_, nesting_ + hole.depth);
    if (hole.form == TextForm::Objects) {
        addObjects(shown.idsOf(hole), answer);
    } else if (hole.form == TextForm::Object) {
        const std::string_view id = shown.idsOf(hole);
        if (id.empty() || !addObject(id, answer)) answer.add("null");
    } else {
        const TextTemplate::Tree& tree = shown.trees[hole.tree];
        answer.add(writeJson(renderContained(types_, *tree.type, tree.field, *this)));
    }
}

void TextRenderer::addObjects(std::string_view ids, JsonText& answer) {
    answer.add("[");
    bool isFirst = true;
    forEachId(ids, [&](std::string_view id) {
        const auto found = nodes_.find(id);
        const bool isVisible = found != nodes_.end() && found->second.visible;
        if (isVisible && !isFirst) answer.add(",");
        if (addObject(id, answer)) isFirst = false;
    });
    answer.add("]");
}

bool TextRenderer::addObject(std::string_view id, JsonText& answer) {
    budget_.countLookup();
    const auto found = nodes_.find(id);
    if (found == nodes_.end() || !found->second.visible) return false;
    Node& node = found->second;
    if (node.onPath || !node.loaded || (sources_.depth && level_ >= *sources_.depth)) {
        budget_.countBytes(id.size() + 3);
        answer.add("\"");
        answer.add(id);
        answer.add("\"");
        return true;
    }
    budget_.countObject(node.shown.bytes());
    const Scoped<bool> guard(node.onPath, true);
    const Scoped<int> level(level_, level_ + 1);
    const Scoped<int> deeper(nesting_, nesting_ + 1);
    RenderBudget::checkNesting(nesting_);
    addShown(node.shown, answer);
    return true;
}

}  // namespace inkwell::metafields
