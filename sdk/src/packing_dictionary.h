#pragma once

#include <string>

namespace inkwell {

/// What the documents of objects have in common, as they write it: what is packed points into it. It may never change:
/// what was packed with it can be read with it alone. Any thread.
const std::string& packingDictionary();

}  // namespace inkwell
