#pragma once

namespace inkwell::database_sqlite {

/// From now on what a savepoint or a statement may have to undo stays in memory, the first 4 MiB of it; the rest goes
/// to a temporary file (decision 0058). For every connection that the process opens afterwards, by a VFS in front of
/// the default one. Called before any is opened; any thread.
void keepSavepointsInMemory();

}  // namespace inkwell::database_sqlite
