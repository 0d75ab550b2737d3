// A list begins on the side where its words begin: its points stand there. Said of what is shown, and in no text that is stored.
import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

const lists = new Set(['bulletList', 'orderedList']);

function sidesOf(text: Node): DecorationSet {
  const found: Decoration[] = [];
  text.descendants((node, at) => {
    if (lists.has(node.type.name)) found.push(Decoration.node(at, at + node.nodeSize, { dir: 'auto' }));
    return !node.isTextblock;
  });
  return DecorationSet.create(text, found);
}

export const sidesOfLists = (): Plugin<DecorationSet> => new Plugin<DecorationSet>({
  state: {
    init: (_, { doc }) => sidesOf(doc),
    apply: (change, before) => (change.docChanged ? sidesOf(change.doc) : before),
  },
  props: {
    decorations(state) {
      return this.getState(state);
    },
  },
});
