// The fields of a type as a tree: opened, moved by mouse and keyboard, duplicated, removed.
import { type Signal, useSignal } from '@preact/signals';
import { useContext, useEffect, useRef } from 'preact/hooks';
import { Dialog } from '../dialog';
import { say, unsay } from '../messages';
import { asStored, t } from '../text';
import { copyOf, type FieldType, freeKey, hasInner, newNode, type Node, type Placed, placed } from './model';
import { listOf, place, shift, takeOut } from './moves';
import { Model } from './parts';
import { FieldSettings, nameOf } from './settings';

const dragged = 'application/x-inkwell-field';
const icons: Record<string, string> = {
  'text': 'T', 'textarea': '¶', 'html-textarea': '‹›', 'markdown': 'M', 'select-dropdown': '▾', 'radio-buttons': '◉', 'check-boxes': '☑', 'switch': '◐',
  'number': '#', 'date': '▦', 'json': '{}', 'object': '→', 'objects': '⇉', 'file': '▣', 'parent': '▤', 'repeater': '≡',
};

// A dialog gives the focus back some time after it went: only then is it taken.
function focusTitle(node: Node, frames = 30): void {
  requestAnimationFrame(() => {
    const title = document.querySelector<HTMLElement>(`[data-field="${node.uid}"] input`);
    if (title && (document.activeElement !== document.body || !frames) && !document.querySelector('dialog[open]')) title.focus();
    else if (frames) focusTitle(node, frames - 1);
  });
}

export function Fields() {
  const { modeling } = useContext(Model);
  useEffect(() => () => unsay(modeling.offered), [modeling]);
  const all = new Map(placed(modeling.nodes.value).map((each) => [each.node, each]));
  return <Level list={modeling.nodes} all={all} group={null} />;
}

type LevelProps = { list: Signal<Node[]>; all: Map<Node, Placed>; group: Node | null };

function Level({ list, all, group }: LevelProps) {
  const { modeling } = useContext(Model);
  const adding = useSignal(false);
  const over = useSignal<{ uid: number; after: boolean } | null>(null);
  const nodes = list.value;
  const title = group?.def.value.title ?? '';
  const dragOver = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes(dragged)) return;
    event.preventDefault();
    event.stopPropagation();
    const row = (event.target as Element).closest?.<HTMLElement>('li[data-node]');
    const bar = row?.querySelector<HTMLElement>('.itembar');
    if (!row || !bar || !nodes.some((each) => String(each.uid) === row.dataset.node)) return void (over.value = null);
    const { top, height } = bar.getBoundingClientRect();
    over.value = { uid: Number(row.dataset.node), after: event.clientY > top + height / 2 };
  };
  const drop = (event: DragEvent) => {
    const uid = Number(event.dataTransfer?.getData(dragged));
    const target = over.value;
    over.value = null;
    const node = [...all.keys()].find((each) => each.uid === uid);
    if (!node) return;
    event.preventDefault();
    event.stopPropagation();
    const beside = target ? nodes.findIndex((each) => each.uid === target.uid) : -1;
    place(modeling, node, list, target && beside >= 0 ? nodes[beside + (target.after ? 1 : 0)] ?? null : null);
    say(t('{field} is moved.', { field: node.def.peek().title ?? '' }));
  };
  return (
    <div class="level" onDragOver={dragOver} onDragLeave={() => (over.value = null)} onDrop={drop}>
      <ol class="items">
        {nodes.map((node) => all.get(node) && <Row key={node.uid} at={all.get(node)!} all={all} mark={over.value?.uid === node.uid ? (over.value.after ? 'after' : 'before') : ''} />)}
      </ol>
      {nodes.length === 0 && <p class="faint">{group ? t('Nothing stands in it yet.') : t('The type has no fields yet: its objects have a title and what else is chosen above.')}</p>}
      <button type="button" class="small" onClick={() => (adding.value = true)}>{group ? t('Add a field to {group}', { group: title }) : t('Add a field')}</button>
      {adding.value && <AddField list={list} close={() => (adding.value = false)} />}
    </div>
  );
}

function Row({ at, all, mark }: { at: Placed; all: Map<Node, Placed>; mark: string }) {
  const { modeling, fieldTypes } = useContext(Model);
  const row = useRef<HTMLLIElement>(null);
  const { node, path, siblings } = at;
  const def = node.def.value;
  const title = def.title || def.key || t('Without a name');
  const index = siblings.indexOf(node);
  const open = node.open.value;
  const problem = modeling.problems.value.some((each) => each.path === path || each.path.startsWith(`${path}.`));
  const move = (by: number) => {
    const active = document.activeElement as HTMLElement | null;
    shift(modeling, node, by);
    // The row is put elsewhere in the page, and takes the focus along.
    requestAnimationFrame(() => active?.isConnected && active !== document.activeElement && active.focus());
  };
  const keys = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || (event.target as Element).closest('li') !== row.current) return;
    event.preventDefault();
    event.stopPropagation();
    move(event.key === 'ArrowUp' ? -1 : 1);
  };
  const drag = (event: DragEvent) => {
    event.stopPropagation();
    event.dataTransfer?.setData(dragged, String(node.uid));
    if (event.dataTransfer) event.dataTransfer.effectAllowed = 'move';
  };
  const duplicate = () => {
    const copy = copyOf(node, siblings, asStored(t('{field} (copy)', { field: title })));
    const list = listOf(modeling, node);
    list.value = [...list.peek().slice(0, index + 1), copy, ...list.peek().slice(index + 1)];
    focusTitle(copy);
  };
  const remove = () => {
    const next = (row.current?.nextElementSibling ?? row.current?.previousElementSibling)?.querySelector<HTMLElement>('.fold');
    const putBack = takeOut(modeling, node);
    (next ?? document.querySelector<HTMLElement>('.level > button'))?.focus();
    modeling.offered = say(t('The field “{field}” is removed.', { field: title }), t('Undo'), putBack);
  };
  return (
    <li ref={row} class={`item ${mark}`} data-node={node.uid} onKeyDown={keys}>
      <div class="itembar" draggable onDragStart={drag}>
        <button type="button" class="fold" aria-expanded={open} onClick={() => (node.open.value = !open)}>
          <span class="kind" aria-hidden="true">{icons[def.type] ?? '◇'}</span> <span class="cut">{title}</span>{' '}
          <span class="faint cut">{def.key} · {nameOf(fieldTypes.find((each) => each.type === def.type), def.type)}{def.required ? ` · ${t('required')}` : ''}</span>
          {problem && <span class="badge draft">{t('Refused')}</span>}
        </button>
        <button type="button" class="quiet" disabled={index === 0} aria-label={t('Move {title} up', { title })} title={t('Move up (Alt+↑)')} onClick={() => move(-1)}>↑</button>
        <button type="button" class="quiet" disabled={index === siblings.length - 1} aria-label={t('Move {title} down', { title })} title={t('Move down (Alt+↓)')} onClick={() => move(1)}>↓</button>
        <button type="button" class="quiet" aria-label={t('Duplicate {title}', { title })} title={t('Duplicate')} onClick={duplicate}><svg viewBox="0 0 16 16" width="15" height="15" aria-hidden="true"><path d="M6 5V2h8v9h-3M2 5h9v9H2z" fill="none" stroke="currentColor" stroke-width="1.5" /></svg></button>
        <button type="button" class="quiet" aria-label={t('Remove {title}', { title })} title={t('Remove')} onClick={remove}>✕</button>
      </div>
      {open && <div class="itembody"><FieldSettings at={at} /></div>}
      {hasInner(def) && <div class="inner"><Level list={node.inner} all={all} group={node} /></div>}
    </li>
  );
}

/** Asks for the name and the type; the key follows the name. */
function AddField({ list, close }: { list: Signal<Node[]>; close: () => void }) {
  const { fieldTypes, types } = useContext(Model);
  const title = useSignal('');
  const type = useSignal<FieldType | undefined>(fieldTypes.find((each) => each.type === 'text') ?? fieldTypes[0]);
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    if (!type.value || !title.value.trim()) return;
    const words = title.value.trim();
    const node = newNode(type.value, words, freeKey(words, list.peek()), types);
    list.value = [...list.peek(), node];
    close();
    focusTitle(node);
  };
  return (
    <Dialog title={t('Add a field')} onClose={close} wide>
      <form onSubmit={add}>
        <label>{t('Name of the field')}<input type="text" required maxlength={1000} autofocus value={title.value} onInput={(event) => (title.value = event.currentTarget.value)} /></label>
        <fieldset class="field">
          <legend>{t('Type of the field')}</legend>
          <div class="kinds">
            {fieldTypes.map((each) => (
              <label key={each.type} class="choice">
                <input type="radio" name="type" checked={type.value?.type === each.type} onChange={() => (type.value = each)} />
                <span class="kind" aria-hidden="true">{icons[each.type] ?? '◇'}</span>{nameOf(each, each.type)}
              </label>
            ))}
          </div>
        </fieldset>
        <footer><button type="button" onClick={close}>{t('Cancel')}</button><button class="primary">{t('Add')}</button></footer>
      </form>
    </Dialog>
  );
}

/** The nodes on the way to a path of the server, the outer ones first. */
export const wayTo = (nodes: Node[], path: string): Placed[] => placed(nodes).filter((each) => path === each.path || path.startsWith(`${each.path}.`));
