#pragma once

#include <signal.h>

#include <filesystem>
#include <string>

#include "inkwell/json.h"
#include "kernel/app/settings_turn.h"

namespace inkwell::kernel {

/// Keeps SIGINT, SIGTERM and SIGHUP from ending the thread's process before the object goes.
class HeldSignals {
public:
    HeldSignals();
    ~HeldSignals();
    HeldSignals(const HeldSignals&) = delete;
    HeldSignals& operator=(const HeldSignals&) = delete;

private:
    sigset_t before_{};
};

/// What `inkwell plugins enable|disable ID` writes into plugins.d/<id>.json: "enabled": false, or nothing of it, beside
/// what the file holds already; "enabled": true stands there only where the operator wrote it. One command at a time
/// locks the folder; otherwise the server could follow one command while the file keeps the choice of another. From
/// then on no Ctrl-C ends it: the server would have switched, and the file would undo it. One thread.
class KeptChoice {
public:
    /// Waits for the lock, clears away what a command that was killed has left, and writes the new file beside the old
    /// one, which a link may lead to, with the old one's owner and mode, else those of the folder. Throws
    /// std::runtime_error or ApiError when the choice cannot be written.
    KeptChoice(const std::filesystem::path& directory, const std::string& id, bool enabled);
    /// Unless keep() was called, the old file stays.
    ~KeptChoice();
    KeptChoice(const KeptChoice&) = delete;
    KeptChoice& operator=(const KeptChoice&) = delete;

    /// Puts the new file in place of the old one. Throws std::filesystem::filesystem_error.
    void keep();
    /// Instead, for a plugin that was refused: keeps it off. False, and the old file stays, when that enables it.
    /// Throws like the constructor and keep().
    bool keepOff();

private:
    void write(bool enabled);
    static void clearLeftovers(const std::filesystem::path& directory);

    std::filesystem::path file_;
    std::filesystem::path fresh_;
    SettingsTurn turn_;
    HeldSignals held_;
    JsonObject settings_;  // of the old file
};

/// Throws ApiError 409 when a variable of this process says otherwise: it counts more than the file, so that the choice
/// would not be kept.
void requireNotOverruled(const std::string& id, bool enabled);

}  // namespace inkwell::kernel
