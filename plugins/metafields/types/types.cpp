#include "types/types.h"

namespace inkwell::metafields {

std::vector<std::unique_ptr<MetafieldType>> makeBuiltInTypes() {
    std::vector<std::unique_ptr<MetafieldType>> types;
    types.push_back(makeTextType("text"));
    types.push_back(makeTextType("textarea"));
    types.push_back(makeTextType("html-textarea"));
    types.push_back(makeSelectType());
    types.push_back(makeObjectType());
    types.push_back(makeObjectsType());
    types.push_back(makeFileType());
    types.push_back(makeDateType());
    types.push_back(makeRadioType());
    types.push_back(makeCheckBoxesType());
    types.push_back(makeRepeaterType());
    types.push_back(makeParentType());
    types.push_back(makeTextType("markdown"));
    types.push_back(makeJsonType());
    types.push_back(makeSwitchType());
    types.push_back(makeNumberType());
    return types;
}

}  // namespace inkwell::metafields
