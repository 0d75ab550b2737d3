#include "store/object_order.h"

#include "inkwell/database_engine.h"

namespace inkwell::objects {

// In a published row both ids are the same; the primary key is the shorter way.
std::string idColumn(Visibility visibility) { return visibility == Visibility::Published ? "id" : "object_id"; }

std::string visibleRows(Visibility visibility) {
    return visibility == Visibility::Published ? "status = 'published'" : "latest = 1";
}

ObjectOrder::ObjectOrder(std::string_view sort) {
    static constexpr Column kPosition{"position", &ObjectPlace::position};
    static constexpr Column kCreated{"created_at", &ObjectPlace::createdAtMs};
    static constexpr Column kModified{"modified_at", &ObjectPlace::modifiedAtMs};
    static constexpr Column kId{"object_id", nullptr};
    if (!sort.empty() && sort.front() == '-') {
        descends_ = true;
        sort.remove_prefix(1);
    }
    const auto are = [this](std::string_view name, std::vector<Column> columns) {
        name_ = name;
        columns_ = std::move(columns);
    };
    if (sort == "order") are("order", {kPosition, kCreated, kId});
    if (sort == "created_at") are("created", {kCreated, kId});
    if (sort == "modified_at") are("modified", {kModified, kId});
}

std::string ObjectOrder::clause(const Dialect& dialect) const {
    if (columns_.empty()) return std::string(dialect.randomOrder());
    std::string text;
    for (const Column& column : columns_) {
        if (!text.empty()) text += ", ";
        text += column.name;
        if (descends_) text += " DESC";
    }
    return text;
}

std::string ObjectOrder::index(bool ofOneType) const {
    if (columns_.empty()) return {};
    return (ofOneType ? "objects_type_" : "objects_") + std::string(name_);
}

std::string ObjectOrder::placeColumns() const {
    std::string text = "object_id";
    for (const Column& column : columns_)
        if (column.value != nullptr) text += ", " + std::string(column.name);
    return text;
}

ObjectPlace ObjectOrder::placeIn(const SqlRow& row) const {
    ObjectPlace place;
    place.id = row[0].text();
    std::size_t at = 1;
    for (const Column& column : columns_)
        if (column.value != nullptr) place.*column.value = row[at++].integer();
    return place;
}

std::vector<ObjectOrder::Range> ObjectOrder::behind(const ObjectPlace& place) const {
    std::vector<Range> ranges;
    for (std::size_t beyond = columns_.size(); beyond-- > 0;) {
        Range& range = ranges.emplace_back();
        for (std::size_t i = 0; i <= beyond; ++i) {
            const Column& column = columns_[i];
            range.where += " AND objects." + std::string(column.name);
            range.where += i < beyond ? " = ?" : descends_ ? " < ?" : " > ?";
            range.params.push_back(column.value == nullptr ? SqlValue(place.id) : SqlValue(place.*column.value));
        }
    }
    return ranges;
}

}  // namespace inkwell::objects
