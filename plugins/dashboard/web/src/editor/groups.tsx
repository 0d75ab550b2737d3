// Groups and repeaters: they nest, fold, move and duplicate. What is folded is not in the page.
import { useComputed } from '@preact/signals';
import { useContext, useId, useRef } from 'preact/hooks';
import { keepFocus } from '../focus';
import { say } from '../messages';
import { plural, t } from '../text';
import { Form } from './context';
import { FieldList, helpOf } from './fields';
import { brief, copyOfItem, type Field, type Item, newItem, pathOf } from './model';

export function Group({ field, path }: { field: Field; path: string }) {
  const { open } = field;
  const help = helpOf(field, useId());
  return (
    <fieldset class="group" aria-describedby={help?.id}>
      <legend>
        <button type="button" class="fold" aria-expanded={open.value} onClick={() => (open.value = !open.value)}>{field.def.title}</button>
      </legend>
      {help?.shown}
      {open.value && <FieldList fields={field.children.value} path={path} />}
    </fieldset>
  );
}

function summaryOf(fields: Field[]): string {
  for (const field of fields) {
    if (['object', 'objects', 'file', 'repeater', 'parent'].includes(field.def.type)) continue;
    const text = brief(field.value.value);
    if (text) return text.length > 80 ? `${text.slice(0, 80)}…` : text;
  }
  return '';
}

type RowProps = {
  readonly: boolean | undefined;
  field: Field; item: Item; index: number; count: number; path: string;
  move: (from: number, to: number) => void; copy: () => void; remove: () => void;
};

function Row({ readonly, field, item, index, count, path, move, copy, remove }: RowProps) {
  const summary = useComputed(() => summaryOf(item.children.value));
  const name = `${field.def.title} ${index + 1}`;
  const keys = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    // What is inside has moved by itself.
    if ((event.target as Element).closest('li.item, dialog') !== event.currentTarget) return;
    event.preventDefault();
    move(index, index + (event.key === 'ArrowUp' ? -1 : 1));
  };
  const drag = (event: DragEvent) => {
    event.dataTransfer?.setData('application/x-inkwell-item', String(item.uid));
    if (event.dataTransfer) event.dataTransfer.effectAllowed = 'move';
    event.stopPropagation();
  };
  return (
    <li class="item" onKeyDown={keys}>
      <div class="itembar" draggable={!readonly} onDragStart={drag}>
        <button type="button" class="fold" aria-expanded={item.open.value} onClick={() => (item.open.value = !item.open.value)}>
          <span class="number">{index + 1}</span> <span class="cut">{summary.value || <span class="faint">{t('Empty')}</span>}</span>
        </button>
        {!readonly && <><button type="button" class="quiet" aria-disabled={index === 0} aria-label={t('Move {title} up', { title: name })} title={t('Move up ({keys})', { keys: 'Alt+↑' })} onClick={() => move(index, index - 1)}>↑</button>
        <button type="button" class="quiet" aria-disabled={index === count - 1} aria-label={t('Move {title} down', { title: name })} title={t('Move down ({keys})', { keys: 'Alt+↓' })} onClick={() => move(index, index + 1)}>↓</button>
        <button type="button" class="quiet" aria-label={t('Duplicate {title}', { title: name })} title={t('Duplicate')} onClick={copy}><svg viewBox="0 0 16 16" width="15" height="15" aria-hidden="true"><path d="M6 5V2h8v9h-3M2 5h9v9H2z" fill="none" stroke="currentColor" stroke-width="1.5" /></svg></button>
        <button type="button" class="quiet" aria-label={t('Remove {title}', { title: name })} title={t('Remove')} onClick={remove}>✕</button></>}
      </div>
      {item.open.value && <div class="itembody"><FieldList fields={item.children.value} path={path} /></div>}
    </li>
  );
}

export function Repeater({ field, path }: { field: Field; path: string }) {
  const { touched, readonly, offer = say } = useContext(Form);
  const { open } = field;
  const help = helpOf(field, useId());
  const list = useRef<HTMLOListElement>(null);
  const adding = useRef<HTMLButtonElement>(null);
  const items = field.items.value;
  const set = (next: Item[]) => {
    field.items.value = next;
    touched();
  };
  const move = (from: number, to: number) => {
    if (readonly || to < 0 || to >= items.length || from === to) return;
    const next = [...items];
    next.splice(to, 0, ...next.splice(from, 1));
    keepFocus();
    set(next);
    say(t('{title}: moved to place {place} of {count}', { title: field.def.title ?? '', place: to + 1, count: next.length }));
  };
  const focusLast = () => requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(':scope > li:last-child :is(input, textarea, select:not(.tool), [contenteditable=true])')?.focus());
  const add = () => {
    set([...items, newItem(field)]);
    focusLast();
  };
  const insertCopy = (index: number) => set([...items.slice(0, index + 1), copyOfItem(items[index]!), ...items.slice(index + 1)]);
  const remove = (index: number) => {
    const item = items[index]!;
    const next = list.current?.children[index + 1]?.querySelector<HTMLElement>('.itembar > button:last-child');
    (next ?? adding.current)?.focus();
    set(items.filter((each) => each !== item));
    const back = () => set([...field.items.peek().slice(0, index), item, ...field.items.peek().slice(index)]);
    offer(t('{title}: item {place} was removed', { title: field.def.title ?? '', place: index + 1 }), t('Undo'), back);
  };
  const drop = (event: DragEvent) => {
    const uid = event.dataTransfer?.getData('application/x-inkwell-item');
    const from = items.findIndex((each) => String(each.uid) === uid);
    if (from < 0) return; // of another list
    event.preventDefault();
    event.stopPropagation();
    const rows = [...(list.current?.children ?? [])];
    const to = rows.findIndex((row) => row.contains(event.target as Node));
    if (to >= 0) move(from, to);
  };
  const fold = (value: boolean) => items.forEach((item) => (item.open.value = value));
  return (
    <fieldset class="group" aria-describedby={help?.id}>
      <legend>
        <button type="button" class="fold" aria-expanded={open.value} onClick={() => (open.value = !open.value)}>{field.def.title}</button>
        <span class="faint">{plural(items.length, '{count} item', '{count} items')}</span>
      </legend>
      {help?.shown}
      {open.value && (
        <>
          <ol class="items" ref={list} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
            {items.map((item, index) => (
              <Row key={item.uid} {...{ readonly, field, item, index, move }} count={items.length} path={pathOf(path, index)}
                copy={() => insertCopy(index)} remove={() => remove(index)} />
            ))}
          </ol>
          <div class="tools">
            {!readonly && <button ref={adding} type="button" class="small" onClick={add}>{t('Add to {title}', { title: field.def.title ?? '' })}</button>}
            {items.length > 1 && <button type="button" class="quiet small" onClick={() => fold(false)}>{t('Fold all')}</button>}
            {items.length > 1 && items.length < 50 && <button type="button" class="quiet small" onClick={() => fold(true)}>{t('Unfold all')}</button>}
          </div>
        </>
      )}
    </fieldset>
  );
}
