// Fields change places: among their neighbours, and into and out of groups.
import type { Signal } from '@preact/signals';
import { say } from '../messages';
import { t } from '../text';
import { freeKey, hasInner, type Node, placed } from './model';
import type { Modeling } from './modeling';

/** The list that holds a field. */
export function listOf(modeling: Modeling, node: Node): Signal<Node[]> {
  const outer = placed(modeling.nodes.peek()).find((each) => each.node.inner.peek().includes(node));
  return outer ? outer.node.inner : modeling.nodes;
}

const titleOf = (node: Node) => node.def.peek().title || node.def.peek().key || '';

/** One place up or down among its neighbours. */
export function shift(modeling: Modeling, node: Node, by: number): void {
  const list = listOf(modeling, node);
  const next = [...list.peek()];
  const from = next.indexOf(node);
  const to = from + by;
  if (to < 0 || to >= next.length) return;
  next.splice(to, 0, ...next.splice(from, 1));
  list.value = next;
  say(t('{field}: place {place} of {all}', { field: titleOf(node), place: to + 1, all: next.length }));
}

/** Out of the type. Answers what puts it back at its place, which is looked up then: the tree may have been read anew, and have it again. */
export function takeOut(modeling: Modeling, node: Node): () => void {
  const same = (one: Node, other: Node) => one === other || (!!one.was && one.was === other.was);
  const list = listOf(modeling, node);
  const index = list.peek().indexOf(node);
  const group = placed(modeling.nodes.peek()).find((each) => each.node.inner === list)?.node;
  list.value = list.peek().filter((each) => each !== node);
  return () => {
    const all = placed(modeling.nodes.peek());
    const to = group ? all.find((each) => same(each.node, group))?.node.inner : modeling.nodes;
    if (to && !all.some((each) => same(each.node, node))) to.value = [...to.peek().slice(0, index), node, ...to.peek().slice(index)];
  };
}

/** Into a list, before `before` or at its end. A group does not go into itself, and a key that is taken there is changed. */
export function place(modeling: Modeling, node: Node, to: Signal<Node[]>, before: Node | null): void {
  if (before === node || placed(node.inner.peek()).some((each) => each.node.inner === to) || node.inner === to) return;
  const from = listOf(modeling, node);
  from.value = from.peek().filter((each) => each !== node);
  const rest = to.peek().filter((each) => each !== node);
  const key = node.def.peek().key;
  if (rest.some((each) => each.def.peek().key === key)) node.def.value = { ...node.def.peek(), key: freeKey(key ?? '', rest) };
  const at = before ? rest.indexOf(before) : rest.length;
  rest.splice(at < 0 ? rest.length : at, 0, node);
  to.value = rest;
}

/** Into the group with that uid, or out of all groups. */
export function moveInto(modeling: Modeling, node: Node, group: number | null): void {
  const found = group === null ? null : placed(modeling.nodes.peek()).find((each) => each.node.uid === group)?.node;
  if (found === undefined || (found && !hasInner(found.def.peek()))) return;
  place(modeling, node, found ? found.inner : modeling.nodes, null);
  // The field is drawn elsewhere: the choice that moved it has the focus there.
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-field="${node.uid}"] [data-group]`)?.focus());
  say(found ? t('{field} stands in {group} now.', { field: titleOf(node), group: titleOf(found) }) : t('{field} stands in no group now.', { field: titleOf(node) }));
}
