// One object type that is edited: what is stored, what is on the screen, and how the one becomes the other.
import { computed, type Signal, signal } from '@preact/signals';
import { ApiError, ask, bucketPath, forgetTypes, type Metafield, type ObjectType, type Problem } from '../api';
import { type Merged, mergeType } from './merge';
import { type About, aboutOf, fieldOfNode, formOf, hasInner, type Node, nodeOf, nodesOfText, placed, type TypeForm } from './model';
import { same } from '../same';

export type NewFields = { keys: string[]; objects_without: number; more: boolean };

const none: Problem[] = [];
const begins = (path: string, start: string): boolean => path === start || path.startsWith(`${start}.`) || path.startsWith(`${start}[`);

export class Modeling {
  readonly about: Signal<About>;
  readonly nodes: Signal<Node[]>;
  readonly stored: Signal<TypeForm>;
  // With the fields that they are about, which may stand elsewhere by now.
  private readonly refusals: Signal<{ node: Node | null; rest: string; message: string }[]> = signal([]);
  /** What was refused of the last save, at the places that its fields have now. */
  readonly problems = computed((): Problem[] => {
    const refusals = this.refusals.value;
    if (!refusals.length) return none;
    const paths = new Map(placed(this.nodes.value).map(({ node, path }) => [node, path]));
    return refusals.filter(({ node }) => !node || paths.has(node)).map(({ node, rest, message }) => ({ path: (node ? paths.get(node)! : '') + rest, message }));
  });
  /** What was written in the JSON view, and what was shown then; it is there again when that view is. */
  readonly written: Signal<{ text: string; of: TypeForm } | null> = signal(null);
  /** Why that is no type: nothing is saved until it is one. */
  readonly unread = signal('');
  /** The fields whose value to begin with is a number or a day that is none yet: nothing is saved until it is one. */
  readonly unclear: Signal<ReadonlySet<Node>> = signal(new Set());
  /** Something is being stored: fields can be edited meanwhile, the text cannot. */
  readonly busy = signal(false);
  /** The message that offers to put back the field that was removed last. */
  offered = 0;
  /** The slug that the address has. */
  readonly opened: string;
  readonly form = computed((): TypeForm => ({ ...this.about.value, metafields: this.nodes.value.map((each) => fieldOfNode(each)) }));
  readonly dirty = computed(() => !!this.unread.value || !!this.unclear.value.size || !same(this.form.value, this.stored.value));

  constructor(readonly bucket: string, type: ObjectType, private version: string) {
    this.opened = type.slug;
    this.stored = signal(formOf(type));
    this.about = signal(aboutOf(type));
    this.nodes = signal(type.metafields.map((each) => nodeOf(each)));
  }

  static async open(bucket: string, slug: string): Promise<Modeling> {
    const { data, version } = await ask<{ object_type: ObjectType }>(pathOf(bucket, slug));
    return new Modeling(bucket, data.object_type, version);
  }

  /** Shows what was written as text. */
  showText(form: TypeForm): void {
    const { metafields, ...about } = form;
    this.nodes.value = nodesOfText(metafields, this.nodes.peek(), this.stored.peek());
    this.about.value = about;
  }

  /** Shows what is refused of fields that stood at `at`. */
  refuse(problems: Problem[], at = placed(this.nodes.peek())): void {
    const refusals = problems.map(({ path, message }) => {
      const field = at.filter((each) => begins(path, each.path)).at(-1);
      const renamed = at.find((each) => each.node.was && path === `renamed_fields.${each.node.was}`);
      return renamed ? { node: renamed.node, rest: '.key', message } : { node: field?.node ?? null, rest: path.slice(field?.path.length ?? 0), message };
    });
    // A new key may be refused as one, and as what objects are to follow.
    this.refusals.value = refusals.filter((each, index) => !each.node || !refusals.slice(0, index).some((other) => other.node === each.node && other.rest === each.rest));
  }

  /** Something else is in these members of a field than what was refused of them, or of all of it. */
  corrected(node: Node, members: string[]): void {
    const rest = this.refusals.peek().filter((each) => each.node !== node || (each.rest && !members.some((name) => begins(each.rest, `.${name}`))));
    if (rest.length < this.refusals.peek().length) this.refusals.value = rest;
  }

  setUnclear(node: Node, yes: boolean): void {
    const others = [...this.unclear.peek()].filter((each) => each !== node);
    this.unclear.value = new Set(yes ? [...others, node] : others);
  }

  /** `renames` are taken along by the objects. Throws what the server refused; its problems stand at their fields then. */
  async save(renames: Record<string, string> = {}): Promise<NewFields | undefined> {
    const about = this.about.peek();
    const at = placed(this.nodes.peek());
    const sent = at.map(({ node }) => ({ node, def: node.def.peek() }));
    const body = {
      ...about,
      metafields: this.nodes.peek().map((each) => fieldOfNode(each, true)),
      ...(Object.keys(renames).length ? { renamed_fields: renames } : {}),
    };
    try {
      const { data, version } = await ask<{ object_type: ObjectType; new_fields?: NewFields }>(pathOf(this.bucket, this.stored.peek().slug), { method: 'PATCH', body, version: this.version });
      this.version = version;
      this.refuse([]);
      this.stored.value = formOf(data.object_type);
      if (this.about.peek() === about) this.about.value = aboutOf(data.object_type);
      this.taken(data.object_type, sent);
      forgetTypes(this.bucket);
      return data.new_fields;
    } catch (error) {
      this.refuse(error instanceof ApiError ? error.problems : [], at);
      throw error;
    }
  }

  /** Every field that was sent is one that is stored now. What was edited since stays as it is, unsaved. */
  private taken(type: ObjectType, sent: { node: Node; def: Metafield }[]): void {
    for (const [index, { node: own }] of placed(type.metafields.map((each) => nodeOf(each))).entries()) {
      const { node, def } = sent[index] ?? {};
      if (!node) continue;
      node.id = own.id;
      node.was = own.was;
      if (node.def.peek() !== def) continue;
      node.former.clear();
      if (!hasInner(def)) node.inner.value = [];
      node.def.value = own.def.peek();
      node.ownKey = true;
    }
  }

  /** Somebody else stored another state: it is taken into what is on the screen, and compared with it from now on. */
  async readAgain(): Promise<Merged> {
    const { data, version } = await ask<{ object_type: ObjectType }>(pathOf(this.bucket, this.stored.peek().slug));
    const { nodes, about, ...merged } = mergeType(this.stored.peek(), data.object_type, this.nodes.peek(), this.about.peek());
    this.version = version;
    this.stored.value = formOf(data.object_type);
    this.nodes.value = nodes;
    this.about.value = about;
    return merged;
  }

  /** Back to what is stored. */
  revert(): void {
    this.refuse([]);
    this.unread.value = '';
    this.written.value = null;
    const { metafields, ...about } = this.stored.peek();
    this.about.value = about;
    this.nodes.value = nodesOfText(metafields, this.nodes.peek(), this.stored.peek());
  }

  change(members: Partial<About>): void {
    this.about.value = { ...this.about.peek(), ...members };
  }
}

export const pathOf = (bucket: string, slug: string): string => `${bucketPath(bucket)}/object-types/${encodeURIComponent(slug)}`;

/** The problem that the server told of a place, such as metafields[2].key. */
export const problemAt = (problems: Problem[], path: string): string | undefined => problems.find((each) => each.path === path)?.message;
