#pragma once

#include <string>

namespace inkwell::kernel {

/// Throws std::runtime_error: nothing was switched, and why, as the error number `code` says it. Any thread.
[[noreturn]] void refuseToKeep(const std::string& directory, int code);

/// The lock on the folder plugins.d: who has it may read and write there without a switch between. One thread.
class SettingsTurn {
public:
    /// For who writes there: waits for the lock and makes the folder. Throws std::runtime_error when it cannot be had,
    /// or somebody has it for longer than a switch takes.
    static SettingsTurn toWrite(const std::string& directory);
    /// For who reads: a folder that is not there, or may not be read, is nobody's turn. Throws std::runtime_error when
    /// somebody has it for longer than a switch takes.
    static SettingsTurn toRead(const std::string& directory);
    ~SettingsTurn();
    SettingsTurn(const SettingsTurn&) = delete;
    SettingsTurn& operator=(const SettingsTurn&) = delete;

private:
    explicit SettingsTurn(int handle) : handle_(handle) {}

    const int handle_;  // -1 for none
};

}  // namespace inkwell::kernel
