#pragma once

namespace inkwell::test {

/// A port of 127.0.0.1 that nobody has, below those that the system gives to connections: one of these could take it
/// before a server does, or while that is restarted. Another one for each call of this process. Any thread.
int unusedPort();

}  // namespace inkwell::test
