#pragma once

#include <cstdint>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/services.h"

namespace inkwell::test {

/// The services of `real`, with a database that a test comes between: its runUnit() hands on to real().database(). What
/// plugins provide and contribute is left out.
class ServicesOver : public Services, private Database {
public:
    explicit ServicesOver(Services& real) : real_(real) {}
    Database& database() override { return *this; }
    Events& events() override { return real_.events(); }
    const Clock& clock() override { return real_.clock(); }
    Ids& ids() override { return real_.ids(); }
    Log& log() override { return real_.log(); }
    const ServerInfo& server() override { return real_.server(); }
    ChangeLog& changes() override { return real_.changes(); }

protected:
    Services& real() { return real_; }

private:
    const Dialect& dialect() const override { return real_.database().dialect(); }
    bool isWriting() const noexcept override { return real_.database().isWriting(); }
    std::uint64_t currentAttempt() const noexcept override { return real_.database().currentAttempt(); }
    void* getService(const char*) override { return nullptr; }
    void* findService(const char*) override { return nullptr; }
    std::vector<void*> findContributions(const char*) override { return {}; }

    Services& real_;
};

}  // namespace inkwell::test
