// Pictures that are on their way into a text: each comes to the place where it was pasted, whatever is typed meanwhile.
import type { Editor } from '@tiptap/core';
import type { Slice } from '@tiptap/pm/model';
import { Plugin, PluginKey, Selection, type Transaction } from '@tiptap/pm/state';
import type { Media } from '../../../api';
import { altOf } from '../../../media/pick';

/** `selected` is what the picture takes the place of, as long as it is still that. */
type Place = { id: number; from: number; to: number; selected: Slice | null };
type News = { begun?: Place; done?: number };

const key = new PluginKey<Place[]>('pictures');

// What is typed at the place of a picture stands after it, and so does the picture that was pasted there next.
function moved(places: Place[], { mapping }: Transaction, done: number | undefined): Place[] {
  const arrived = places.findIndex((each) => each.id === done);
  return places.map((each, at) => {
    const side = each.selected || (arrived >= 0 && at > arrived) ? 1 : -1;
    const from = mapping.map(each.from, side);
    return { ...each, from, to: Math.max(from, mapping.map(each.to, -1)) };
  });
}

export const placesOfPictures = (): Plugin<Place[]> => new Plugin({
  key,
  state: {
    init: () => [],
    apply: (change, before: Place[]) => {
      const { begun, done } = (change.getMeta(key) ?? {}) as News;
      const places = change.docChanged ? moved(before, change, done) : before;
      return begun ? [...places, begun] : done === undefined ? places : places.filter((each) => each.id !== done);
    },
  },
});

const tell = (editor: Editor, news: News): void => editor.view.dispatch(editor.state.tr.setMeta(key, news));

let last = 0;
/** Remembers the place where one is now. */
export function begin(editor: Editor): number {
  const { from, to, empty } = editor.state.selection;
  const id = ++last;
  tell(editor, { begun: { id, from, to, selected: empty ? null : editor.state.doc.slice(from, to) } });
  return id;
}

/** No picture comes there any more. */
export const giveUp = (editor: Editor, id: number): void => tell(editor, { done: id });

export function arrive(editor: Editor, id: number, pictures: Media[]): void {
  const { state } = editor;
  const { from, to, selected } = key.getState(state)!.find((each) => each.id === id)!;
  const isThere = selected && state.doc.slice(from, to).eq(selected);
  const images = pictures.map((media) => ({ type: 'image', attrs: { kept: [['src', media.url], ['alt', altOf(media)]] } }));
  editor.chain()
    .insertContentAt(isThere ? { from, to } : from, images, { updateSelection: false })
    .command(({ tr }) => {
      // The picture would be selected in place of what it replaces, and the next key would replace it.
      if (isThere && state.selection.from === from && state.selection.to === to) tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.map(to)), -1));
      tr.setMeta(key, { done: id } satisfies News);
      return true;
    })
    .run();
}
