// What is told of a type before the server is asked: it would say the same later, and of a key that two fields have, at the wrong one.
import type { Problem } from '../api';
import { t } from '../text';
import { type FieldType, type Node, type Placed, placed } from './model';

const keyOf = (node: Node): string => node.def.peek().key ?? '';
const lastOf = (keys: string): string => keys.slice(keys.lastIndexOf('.') + 1);

/** The key was written here: the field is new, or had another one. */
export const isRekeyed = (node: Node): boolean => !node.was || lastOf(node.was) !== keyOf(node);

/** Of several fields with one key those that came to it are told, not the one that had it; of new ones all but the first. */
function takenKeys(all: Placed[]): Problem[] {
  return all.flatMap(({ node, path, siblings }) => {
    const key = keyOf(node);
    const others = siblings.filter((each) => each !== node && keyOf(each) === key);
    if (!key || !others.length) return [];
    const came = isRekeyed(node) && (others.some((each) => !isRekeyed(each)) || others.some((each) => siblings.indexOf(each) < siblings.indexOf(node)));
    return came ? [{ path: `${path}.key`, message: t('“{key}” is taken by another field', { key }) }] : [];
  });
}

function untargeted(all: Placed[], fieldTypes: FieldType[]): Problem[] {
  return all.flatMap(({ node, path }) => {
    const def = node.def.peek();
    const asked = fieldTypes.find((each) => each.type === def.type)?.members.object_type;
    return asked && !def.object_type ? [{ path: `${path}.object_type`, message: t('must be chosen') }] : [];
  });
}

export function problemsOf(nodes: Node[], fieldTypes: FieldType[]): Problem[] {
  const all = placed(nodes);
  return [...takenKeys(all), ...untargeted(all, fieldTypes)];
}

/** What programs take without quotes, everywhere. */
export const isPlainKey = (key: string): boolean => /^[a-z0-9_-]*$/.test(key);
