#pragma once

#include <string>

#include "inkwell/content_parts.h"
#include "inkwell/list_query.h"

namespace inkwell::objects {

/// Adds what a list depends on before any object is read: the types that the query fixes at its top level by equality
/// or $in. Everything if it fixes none, if it queries related objects, or for a page `after` an object, which may be of
/// any type. Any thread.
void addPartsOfList(const ListQuery& query, const std::string& after, ContentParts& parts);

}  // namespace inkwell::objects
