#include "mysql_dialect.h"

#include <algorithm>
#include <stdexcept>

#include "inkwell/engine_support.h"

namespace inkwell::database_mysql {

namespace {

std::string binaryText(const std::string& type) { return type + " CHARACTER SET utf8mb4 COLLATE " + kCollation; }

std::string boundedText(std::string_view length) {
    const bool digits = !length.empty() &&
                        std::all_of(length.begin(), length.end(), [](unsigned char c) { return c >= '0' && c <= '9'; });
    if (!digits) throw std::logic_error("the column word 'text' needs a length, as in {text:100}");
    return binaryText("VARCHAR(" + std::string(length) + ")");
}

// An index of InnoDB holds 3,072 bytes: {id} counts 96 and {key} 800 of them, so that one index takes an {id} and
// three {key}s. {id} is not in ASCII, although its values are: comparing such a column with a client's 'é' is an error
// ("illegal mix of collations") instead of false.
std::string columnType(std::string_view word, std::string_view argument) {
    if (word == "id") return binaryText("CHAR(24)");
    if (word == "key") return binaryText("VARCHAR(200)");
    if (word == "text") return boundedText(argument);
    if (word == "document") return binaryText("LONGTEXT");
    if (word == "bytes") return "LONGBLOB";
    if (word == "int") return "BIGINT";
    if (word == "real") return "DOUBLE";
    if (word == "bool") return "TINYINT";
    if (word == "sequence") return "BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY";
    if (word == "table") {
        return std::string("ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=") + kCollation + " ROW_FORMAT=DYNAMIC";
    }
    throw std::logic_error("unknown column word '" + std::string(word) + "'");
}

}  // namespace

std::string MysqlDialect::expand(std::string_view ddl) const { return expandWords(ddl, columnType); }

std::string MysqlDialect::onDuplicateUpdate(std::string_view, std::initializer_list<std::string_view> columns) const {
    std::string clause = " ON DUPLICATE KEY UPDATE ";
    const char* separator = "";
    for (const std::string_view column : columns) {
        clause.append(separator).append(column).append(" = VALUES(").append(column).append(")");
        separator = ", ";
    }
    return clause;
}

}  // namespace inkwell::database_mysql
