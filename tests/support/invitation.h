#pragma once

#include <string>

namespace inkwell::test {

/// Accepts the invitation in `printed`, what `inkwell user add` has said, at the server on `port`, with kPassword, and
/// signs in: the account's token. Throws std::runtime_error with what was refused.
std::string acceptInvitation(int port, const std::string& email, const std::string& printed);

}  // namespace inkwell::test
