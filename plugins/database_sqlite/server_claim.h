#pragma once

#include <memory>
#include <string>

#include "inkwell/database_claim.h"

namespace inkwell::database_sqlite {

/// Keeps a second server from the file, whatever path leads there: a lock on the file itself. It opens the file, so no
/// session of this process may be open when claim() is called or the claim ends: closing drops the locks of the
/// process's sessions (fcntl(2)). Main thread.
class ServerClaim : public DatabaseClaim {
public:
    explicit ServerClaim(std::string file) : file_(std::move(file)) {}

    void check() override;
    bool hasDatabase() override;
    std::shared_ptr<void> claim() override;
    std::shared_ptr<void> claimForRestore() override;

private:
    void prepareFile();

    std::string file_;
};

}  // namespace inkwell::database_sqlite
