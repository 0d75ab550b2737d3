#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "inkwell/json.h"
#include "tests/guide/shown.h"
#include "tests/process/installation.h"

namespace inkwell::test {

/// A server with the demo bucket, to which the requests of a document are sent as a reader would send them.
class DocumentServer {
public:
    DocumentServer(Engine engine, const std::string& document);

    const std::vector<Block>& blocks() const { return blocks_; }
    std::string place(const Block& block) const { return document_ + ":" + std::to_string(block.line); }
    int port() const;

    /// Sends every request of the document, in its order, and compares what comes with what is shown below it.
    /// \return how many were compared
    int expectAnswersAsShown() const;

    /// A read of the demo bucket, with the names that the document uses for keys and addresses.
    Json ask(const std::string& path) const;
    Json create(const JsonObject& object) const;

private:
    std::string forThisServer(std::string text) const;
    std::string asShown(std::string text) const;
    std::vector<std::string> outputs() const;
    void expectShown(const Block& answer, const std::string& output) const;

    std::string document_;
    Installation installation_;
    std::unique_ptr<ChildProcess> server_;
    std::map<std::string, std::string> replacements_;  // a word of the document to this server's
    std::vector<Block> blocks_;
};

}  // namespace inkwell::test
