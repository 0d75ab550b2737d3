// Any bytes as the parameter `query`: either ApiError 400 with a readable message, or a query within its limits whose
// SQL, run by SQLite, and whose matching in memory agree about a small document.
#include <sqlite3.h>

#include <cstdio>
#include <cstdlib>

#include "inkwell/list_query_sql.h"

namespace {

using inkwell::FieldValue;
using inkwell::Json;
using inkwell::ListQuery;
using inkwell::QueryCondition;
using inkwell::QueryNode;
using inkwell::SqlParams;

void check(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "broken: %s\n", what);
    std::abort();
}

const Json& wholeDocument() {
    static const Json kDocument = inkwell::parseJson(R"({"title": "Hello World", "slug": "hello-world",
            "created_at": "2026-01-31T09:30:00.000Z",
            "metadata": {"n": 10, "t": "10", "on": true, "off": false, "unset": null, "tags": ["a", "b", ""],
                         "a": {"b": [{"c": 1.5}, {"c": -1}]}, "e": "\u00e9\u0001", "x": "image"}})");
    return kDocument;
}

const std::vector<FieldValue>& documentFields() {
    static const std::vector<FieldValue> kFields = [] {
        std::vector<FieldValue> fields;
        inkwell::addFieldValues("", wholeDocument(), fields);
        fields.push_back({"metadata.long", Json(std::string(250, 'x')), false});
        return fields;
    }();
    return kFields;
}

class Document : public inkwell::QueryDocument {
public:
    bool any(std::string_view key, const inkwell::JsonTest& test) const override {
        for (const FieldValue& field : documentFields())
            if (field.path == key && test(field.value)) return true;
        return false;
    }
    bool anyObject(std::string_view key, const inkwell::JsonTest& test) const override {
        return inkwell::anyObjectIn(wholeDocument(), key, test);
    }
    bool has(std::string_view key) const override {
        const std::string below = std::string(key) + ".";
        for (const FieldValue& field : documentFields())
            if (field.path == key || field.path.starts_with(below)) return true;
        return false;
    }
};

/// The document's values in a table, as stores keep them.
class Database {
public:
    Database() {
        check(sqlite3_open(":memory:", &handle_) == SQLITE_OK, "SQLite opens");
        ask("CREATE TABLE fields (path TEXT, text_value TEXT, number_value REAL, flag INTEGER)", {});
        for (const FieldValue& field : documentFields()) {
            SqlParams row = inkwell::fieldValueColumns(field.value);
            row.insert(row.begin(), inkwell::indexedText(field.path));
            ask("INSERT INTO fields VALUES (?, ?, ?, ?)", row);
        }
    }

    /// The first column of the first row; false without one.
    bool ask(const std::string& sql, const SqlParams& params) {
        sqlite3_stmt* statement = nullptr;
        const int prepared = sqlite3_prepare_v2(handle_, sql.c_str(), -1, &statement, nullptr);
        if (prepared != SQLITE_OK) std::fprintf(stderr, "%s\n%s\n", sqlite3_errmsg(handle_), sql.c_str());
        check(prepared == SQLITE_OK, "the rendered SQL is understood");
        check(sqlite3_bind_parameter_count(statement) == static_cast<int>(params.size()), "each ? has its value");
        for (std::size_t i = 0; i < params.size(); ++i) bind(statement, static_cast<int>(i) + 1, params[i]);
        const bool answer = sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_int(statement, 0) != 0;
        sqlite3_finalize(statement);
        return answer;
    }

private:
    static void bind(sqlite3_stmt* statement, int at, const inkwell::SqlValue& value) {
        const auto& variant = value.variant();
        if (const auto* integer = std::get_if<std::int64_t>(&variant)) {
            sqlite3_bind_int64(statement, at, *integer);
        } else if (const auto* number = std::get_if<double>(&variant)) {
            sqlite3_bind_double(statement, at, *number);
        } else if (const auto* text = std::get_if<std::string>(&variant)) {
            sqlite3_bind_text(statement, at, text->data(), static_cast<int>(text->size()), SQLITE_TRANSIENT);
        }
    }

    sqlite3* handle_ = nullptr;
};

class Conditions : public inkwell::QueryConditionSql {
public:
    std::string render(const QueryCondition& condition, SqlParams& params) override {
        if (condition.key == "slug" || condition.key == "created_at") return columnSql(condition, params);
        return "EXISTS (SELECT 1 FROM fields f WHERE " + inkwell::fieldSql(condition, "f.", params) + ")";
    }
    static std::string columnSql(const QueryCondition& condition, SqlParams& params) {
        if (condition.test == QueryCondition::Test::Pattern) return "1=1";
        return condition.key == "slug" ? inkwell::textColumnSql(condition, "'hello-world'", params)
                                       : inkwell::timeColumnSql(condition, "1769851800000", params);
    }
    std::string renderWider(const QueryCondition& condition, SqlParams& params) override {
        return render(inkwell::widened(condition), params);
    }
};

int countConditions(const QueryNode& node) {
    if (node.kind == QueryNode::Kind::Condition) {
        check(node.condition.key.size() <= 4 * 500, "keys have at most 500 characters");
        check((node.condition.pattern != nullptr) == (node.condition.test == QueryCondition::Test::Pattern),
              "a pattern condition has its pattern");
        for (const Json& operand : node.condition.operands)
            check(!operand.is_null() && !operand.is_array(), "operands are scalars or objects");
        return node.condition.upper ? 2 : 1;
    }
    check(node.kind != QueryNode::Kind::Not || node.children.size() == 1, "a negation has one child");
    int count = 0;
    for (const QueryNode& child : node.children) count += countConditions(child);
    return count;
}

void checkQuery(const ListQuery& query, Database& database) {
    // A list operator with null counts as one condition and is two tests.
    check(countConditions(query.root()) <= 100, "there are at most 50 conditions");
    SqlParams params;
    Conditions conditions;
    const std::string where = inkwell::renderSql(query, conditions, params);
    const bool selected = database.ask("SELECT " + where, params);
    const bool matches = query.matches(Document());
    check(inkwell::isSqlExact(query) ? selected == matches : selected || !matches, "SQL and memory agree");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static Database database;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    ListQuery query;
    try {
        query = ListQuery::parse(text, {"title", "slug", "created_at"});
    } catch (const inkwell::ApiError& error) {
        check(error.status() == 400, "a refusal is a 400");
        check(error.message().find("query") != std::string::npos, "a refusal names the parameter");
        check(error.message().size() < 2000, "a refusal is short");
        inkwell::parseJson(inkwell::writeJson(Json(error.message())));  // throws unless it is valid UTF-8
        return 0;
    }
    check(size <= 16 * 1024 || query.isEmpty(), "a query has at most 16 KiB");
    checkQuery(query, database);
    return 0;
}
