// What the type says of the fields of its objects. An object keeps the definitions with which it was written: a form shows those of the type
// as it is now, with what the type was given later.
import type { Metafield } from '../api';

const ofObjects = new Set(['id', 'object', 'objects', 'metadata', 'value', 'children', 'unfinished']);
const membersOf = (metafield: Metafield, held: boolean): Partial<Metafield> =>
  Object.fromEntries(Object.entries(metafield).filter(([name]) => ofObjects.has(name) === held));

/** Everything but what an object says of it. */
export const definitionOf = (metafield: Metafield): Metafield => membersOf(metafield, false) as Metafield;

function redefined(own: Metafield, now: Metafield): Metafield {
  const out = { ...definitionOf(now), ...membersOf(own, true) };
  if (own.type === 'parent') out.children = defined(own.children ?? [], now.children ?? []);
  if (own.type === 'repeater') out.children = own.children?.map((item) => ({ ...item, children: defined(item.children ?? [], now.repeater_fields ?? []) }));
  return out;
}

/** A field that has another type in the object stays what it is there. */
export function defined(own: Metafield[], type: Metafield[]): Metafield[] {
  const fields = own.map((each) => {
    const now = type.find((other) => other.key === each.key && other.type === each.type);
    return now ? redefined(each, now) : each;
  });
  return [...fields, ...type.filter((each) => !own.some((mine) => mine.key === each.key))];
}

/** To be sent: a choice that is no longer offered stays one of the object's own options, or the server would refuse it. */
export function withChosen(metafields: Metafield[]): Metafield[] {
  return metafields.map((each) => {
    if (each.children) return { ...each, children: withChosen(each.children) };
    const { options, value } = each;
    if (!Array.isArray(options)) return each;
    const chosen = (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string' && one !== '');
    const gone = chosen.filter((one) => !options.some((option) => option.value === one));
    const isKeyed = each.type === 'select-dropdown';
    return gone.length ? { ...each, options: [...options, ...gone.map((one) => (isKeyed ? { key: one, value: one } : { value: one }))] } : each;
  });
}
