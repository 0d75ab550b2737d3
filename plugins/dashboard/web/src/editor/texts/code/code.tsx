// The editor of source: CodeMirror for HTML, Markdown and JSON. Loaded when a form shows one of them. Tab leaves it.
import './sheets';
import { history, historyKeymap, redo, redoDepth, standardKeymap, undo, undoDepth } from '@codemirror/commands';
import { EditorState, type Extension, StateEffect, StateField, Transaction } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap } from '@codemirror/view';
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import { refocus } from '../../../focus';
import { t } from '../../../text';
import { Form } from '../../context';
import { Bar, Tool } from '../bar';
import { describe, type TextProps, useNow } from '../field';
import { around, continued, inFront, prefixes } from './commands';
import { languageOf, type LanguageName } from './languages';
import { MarkdownTools } from './tools';

const theme = EditorView.theme({
  '&': { color: 'inherit', backgroundColor: 'transparent', fontSize: '.875rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'ui-monospace, "Cascadia Mono", "DejaVu Sans Mono", monospace', lineHeight: '1.55', overflow: 'auto' },
  '.cm-content': { padding: '.55rem 0', minHeight: '6rem', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 .75rem' },
  '.cm-wrong': { textDecoration: 'underline wavy var(--danger)', textDecorationSkipInk: 'none', backgroundColor: 'color-mix(in srgb, var(--danger) 18%, transparent)' },
});

/** Where the text is not what it should be. */
const setWrong = StateEffect.define<number | null>();
const wrongMark = Decoration.mark({ class: 'cm-wrong' });
const wrong = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setWrong)) continue;
      const { length } = transaction.newDoc;
      const from = effect.value === null ? -1 : Math.min(effect.value, length - 1); // past the end: the last character
      next = from < 0 ? Decoration.none : Decoration.set([wrongMark.range(from, from + 1)]);
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

// Line breaks are kept as they are: of a text that has one kind each line ends so, of another each is a character like others.
const breakOf = (text: string): string => (/\r\n/.test(text) && !/(^|[^\r])\n|\r(?!\n)/.test(text) ? '\r\n' : '\n');

// What is typed over several lines: browsers would join the lines themselves, with styles that the page's policy refuses.
const overLines = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const selection = getSelection();
    if (event.inputType !== 'insertText' || event.isComposing || event.data === null || !selection?.rangeCount) return false;
    const range = event.getTargetRanges()[0] ?? selection.getRangeAt(0);
    const [from, to] = [view.posAtDOM(range.startContainer, range.startOffset), view.posAtDOM(range.endContainer, range.endOffset)];
    if (view.state.doc.lineAt(from).number === view.state.doc.lineAt(to).number) return false;
    event.preventDefault();
    const insert = view.state.toText(event.data);
    view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length }, userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

const keysOf: Record<LanguageName, Extension> = {
  markdown: keymap.of([
    { key: 'Enter', run: continued }, { key: 'Mod-b', run: around('**') }, { key: 'Mod-i', run: around('*') }, { key: 'Mod-e', run: around('`') },
    { key: 'Mod-Shift-8', run: inFront(prefixes.bullets) }, { key: 'Mod-Shift-7', run: inFront(prefixes.numbers) },
  ]),
  html: [],
  json: [],
};

/** What others wrote, put in where it differs. Not a step to be undone. */
function showOutside(view: EditorView, value: string): void {
  const before = view.state.doc.toString();
  const after = view.state.lineBreak === '\r\n' ? value.replaceAll('\r\n', '\n') : value;
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) ++start;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) ++end;
  view.dispatch({
    changes: { from: start, to: before.length - end, insert: view.state.toText(after.slice(start, after.length - end)) },
    annotations: [Transaction.addToHistory.of(false), Transaction.remote.of(true)],
  });
}

type Props = TextProps & {
  language: LanguageName;
  focus?: boolean;
  wrongAt?: number | null; // a place in the text
  format?: (text: string) => string; // on request
  children?: ComponentChildren; // at the end of the toolbar
};

export function Code({ language, focus, wrongAt = null, format, children, ...text }: Props) {
  const { lang } = useContext(Form);
  const box = useRef<HTMLDivElement>(null);
  const editor = useSignal<EditorView | null>(null);
  const steps = useSignal(0);
  const state = useRef({ last: text.value, text });
  state.current.text = text;

  useEffect(() => {
    const listener = EditorView.updateListener.of((update) => {
      if (update.docChanged || update.selectionSet) ++steps.value;
      if (!update.docChanged || update.transactions.every((each) => each.annotation(Transaction.remote))) return;
      state.current.last = update.state.sliceDoc();
      state.current.text.set(state.current.last);
    });
    const view = new EditorView({
      parent: box.current!,
      state: EditorState.create({
        doc: text.value,
        extensions: [
          EditorState.lineSeparator.of(breakOf(text.value)), history(), keysOf[language], keymap.of([...historyKeymap, ...standardKeymap]), EditorView.lineWrapping,
          languageOf(language), theme, wrong, listener, overLines, EditorView.perLineTextDirection.of(true), EditorState.tabSize.of(2), EditorState.readOnly.of(!!text.readonly), EditorView.editable.of(!text.readonly),
          EditorView.contentAttributes.of({ spellcheck: language === 'markdown' ? 'true' : 'false' }),
        ],
      }),
    });
    describe(view.contentDOM, text, language === 'markdown' ? lang : undefined);
    refocus.set(view.contentDOM, () => view.focus());
    editor.value = view;
    if (focus) view.focus();
    return () => view.destroy();
  }, []);

  useEffect(() => {
    if (editor.value) describe(editor.value.contentDOM, text, language === 'markdown' ? lang : undefined);
  }, [text.described, text.invalid, text.labelled, text.required, lang]);

  useNow(text.now, editor.value, (value) => {
    const view = editor.peek();
    if (!view || value === state.current.last) return;
    state.current.last = value;
    showOutside(view, value);
  });

  useEffect(() => editor.value?.dispatch({ effects: setWrong.of(wrongAt) }), [wrongAt, editor.value]);

  const view = editor.value;
  const formatAll = () => {
    if (!view || !format) return;
    const all = view.state.sliceDoc();
    const next = format(all);
    if (next !== all) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: view.state.toText(next) }, userEvent: 'input' });
    view.focus();
  };
  return (
    <>
      {!text.readonly && (
        <Bar controls={view ? text.id : undefined} title={text.title}>
          {language === 'markdown' && view && <MarkdownTools view={view} />}
          <Tools view={view} steps={steps.value} />
          {format && <button type="button" class="tool" aria-disabled={!view} onMouseDown={(event) => event.preventDefault()} onClick={formatAll}>{t('Format')}</button>}
          {children}
        </Bar>
      )}
      <div ref={box} class="code-of-text" />
    </>
  );
}

function Tools({ view }: { view: EditorView | null; steps: number }) {
  const run = (command: typeof undo) => () => {
    if (!view) return;
    command(view);
    view.focus();
  };
  return (
    <>
      <Tool name={t('Undo typing')} keys="Ctrl+Z" icon="undo" off={!view || !undoDepth(view.state)} run={run(undo)} />
      <Tool name={t('Redo typing')} keys="Ctrl+Y" icon="redo" off={!view || !redoDepth(view.state)} run={run(redo)} />
    </>
  );
}
