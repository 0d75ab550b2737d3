#pragma once

#include <filesystem>
#include <string>

namespace inkwell::kernel {

/// What `inkwell plugins enable|disable ID` writes into plugins.d/<id>.json: "enabled", beside what the file holds
/// already. One command at a time holds the folder, or the server would do what one of them says, and the file keep
/// what the other one says. One thread.
class KeptChoice {
public:
    /// Waits for the turn and writes the new file beside the old one, with its owner and mode; a new file gets those of
    /// the folder. Throws std::runtime_error or ApiError when it cannot be kept there.
    KeptChoice(const std::filesystem::path& directory, const std::string& id, bool enabled);
    /// Without keep() nothing has changed.
    ~KeptChoice();
    KeptChoice(const KeptChoice&) = delete;
    KeptChoice& operator=(const KeptChoice&) = delete;

    /// Puts the new file in place of the old one. Throws std::filesystem::filesystem_error.
    void keep();

private:
    std::filesystem::path file_;
    std::filesystem::path fresh_;
    int turn_ = -1;
};

}  // namespace inkwell::kernel
