#pragma once

#include <string>

#include "inkwell/content_parts.h"
#include "inkwell/list_query.h"

namespace inkwell::objects {

/// What a list is made of before a single object is shown: the objects of the types that the query pins at its top by
/// equality or $in. Everything when it pins none or asks related objects, and for a page `after` an object, which may
/// be of any type. Any thread.
void addPartsOfList(const ListQuery& query, const std::string& after, ContentParts& parts);

}  // namespace inkwell::objects
