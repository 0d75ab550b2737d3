// What somebody else stored of a type meanwhile, taken into what is on the screen: field by field and member by member, as objects do.
// What both changed stays as it is here, and is told.
import type { Metafield, ObjectType } from '../api';
import { same } from '../same';
import { t } from '../text';
import { type About, aboutOf, fieldOfNode, groupOf, keysOf, type Node, nodeOf, type Placed, placed, renew, type TypeForm } from './model';
import { nameOfAbout, nameOfMember } from './words';

/** Titles of what they changed, and of what both changed; those with what stands there with them. */
export type Merged = { taken: string[]; both: string[] };

const without = (field: Metafield): Metafield => nodeOf(field).def.peek();
const shown = (value: unknown): string => (['string', 'number', 'boolean'].includes(typeof value) && value !== '' ? `: ${String(value)}` : '');

/** Three ways: `both` gets the names of the members that differ in all three. */
function mergeMembers<T extends object>(begun: T, mine: T, theirs: T, both: (name: string, theirs: unknown) => void): T {
  const [was, own, other] = [begun, mine, theirs] as Record<string, unknown>[] as [Record<string, unknown>, Record<string, unknown>, Record<string, unknown>];
  const out: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(own), ...Object.keys(other)])) {
    const isMine = !same(own[name], was[name]);
    if (isMine && !same(other[name], was[name]) && !same(own[name], other[name])) both(name, other[name]);
    const value = isMine ? own[name] : other[name];
    if (value !== undefined) out[name] = value;
  }
  return out as T;
}

class Merge {
  readonly taken: string[] = [];
  readonly both: string[] = [];
  private readonly base: Map<string, Metafield>;
  private readonly theirs: Placed[];
  private readonly counterparts = new Map<Node, Node>(); // theirs to mine

  constructor(begun: TypeForm, type: ObjectType, private readonly mine: Node[]) {
    this.base = keysOf(begun.metafields);
    this.theirs = placed(type.metafields.map((each) => nodeOf(each)));
  }

  run(): Node[] {
    const gone = new Set<Node>();
    const decided = new Set<Node>(); // what stands in a group that they removed goes or stays with it
    for (const each of placed(this.mine)) {
      if (decided.has(each.node)) continue;
      const fate = this.meet(each);
      if (fate === 'gone') gone.add(each.node);
      if (fate !== 'there') for (const { node } of placed(each.node.inner.peek())) decided.add(node);
    }
    const kept = (list: Node[]): Node[] => list.filter((each) => !gone.has(each)).map((each) => {
      const inner = kept(each.inner.peek());
      if (inner.length !== each.inner.peek().length) each.inner.value = inner;
      return each;
    });
    let top = this.inTheirOrder(kept(this.mine));
    for (const each of this.theirs) top = this.bring(each, top);
    for (const { node } of placed(top)) this.settle(node);
    return top;
  }

  /** Merges a field with theirs. Gone is what they removed and nobody changed here; what was changed here is new again. */
  private meet({ node, keys, titles }: Placed): 'there' | 'gone' | 'new' {
    const was = this.base.get(node.was);
    const other = this.theirs.find((each) => !!node.id && each.node.id === node.id) ?? this.theirs.find((each) => each.keys === (was ? node.was : keys));
    const def = node.def.peek();
    if (!other) {
      if (!was) return 'there';
      const isUntouched = same(fieldOfNode(node), fieldOfNode(nodeOf(was)));
      (isUntouched ? this.taken : this.both).push(`${titles} (${t('removed')})`);
      return isUntouched ? 'gone' : 'new';
    }
    this.counterparts.set(other.node, node);
    const theirs = other.node.def.peek();
    const begun = was ? without(was) : ({ type: def.type } as Metafield);
    const merged = mergeMembers(begun, def, theirs, (name, value) => this.both.push(`${titles} (${nameOfMember(name)}${shown(value)})`));
    if (!same(theirs, begun) && !same(merged, def)) this.taken.push(titles);
    if (!same(merged, def)) {
      node.def.value = merged;
      renew(node);
    }
    return 'there';
  }

  /** A field that they added comes with all that stands in it; of one that was removed here it is told when they changed it. */
  private bring({ node, keys, titles, siblings }: Placed, top: Node[]): Node[] {
    if (this.counterparts.has(node)) return top;
    const was = this.base.get(keys);
    if (was) {
      if (!same(fieldOfNode(nodeOf(was)), fieldOfNode(node))) this.both.push(titles);
      return top;
    }
    const group = groupOf(keys);
    const around = group ? this.counterparts.get(this.theirs.find((each) => each.keys === group)!.node) : undefined;
    if (group && !around) return top; // it comes with its group, or the group was removed here
    const list = [...(around ? around.inner.peek() : top)];
    const before = siblings.slice(0, siblings.indexOf(node)).map((each) => list.indexOf(this.counterparts.get(each)!));
    list.splice(Math.max(-1, ...before.filter((each) => each >= 0).slice(-1)) + 1, 0, node);
    this.counterparts.set(node, node);
    this.taken.push(titles);
    if (!around) return list;
    around.inner.value = list;
    return top;
  }

  // Where nothing was moved here. What stands in groups stays in the order that it has.
  private inTheirOrder(list: Node[]): Node[] {
    const places = [...this.base.keys()];
    const mine = new Map([...this.counterparts].map(([theirs, own]) => [own, this.theirs.findIndex((each) => each.node === theirs)]));
    const known = list.filter((each) => each.was && mine.has(each));
    if (known.some((each, at) => at > 0 && places.indexOf(each.was) < places.indexOf(known[at - 1]!.was))) return list;
    const sorted = [...known].sort((one, other) => mine.get(one)! - mine.get(other)!);
    return list.map((each) => (known.includes(each) ? sorted.shift()! : each));
  }

  /** What the server has of it now. */
  private settle(node: Node): void {
    const other = this.theirs.find((each) => this.counterparts.get(each.node) === node || each.node === node);
    node.was = other?.keys ?? '';
    if (!other) node.id = undefined;
  }
}

export function mergeType(begun: TypeForm, type: ObjectType, mine: Node[], about: About): Merged & { nodes: Node[]; about: About } {
  const merge = new Merge(begun, type, mine);
  const nodes = merge.run();
  const { metafields: _, ...was } = begun;
  const theirs = aboutOf(type);
  const merged = mergeMembers(was as About, about, theirs, (name, value) => merge.both.push(`${nameOfAbout(name)}${shown(value)}`));
  const changed = Object.keys(merged).filter((name) => !same((merged as Record<string, unknown>)[name], (about as Record<string, unknown>)[name]));
  return { nodes, about: merged, taken: [...new Set([...merge.taken, ...changed.map(nameOfAbout)])], both: merge.both };
}
