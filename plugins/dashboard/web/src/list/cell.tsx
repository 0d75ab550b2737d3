// A cell: how a value is shown, and the control that edits it in its place.
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { ApiError, imageOf, wordsOf } from '../api';
import { useChoices } from '../editor/choices';
import { confirm } from '../dialog';
import { brief } from '../editor/model';
import { isNumber } from '../exact';
import { ago, dayOf, figure, fullTime } from '../format';
import { DateControl, dateWanted, NumberControl, numberWanted } from '../number';
import { guardedBy } from '../router';
import { t } from '../text';
import { equal, type Reach } from './edit';
import { type Column, optionsOf, valueOf } from './fields';
import type { Row } from './rows';
import type { Edit, Then } from './saving';

function Status({ row }: { row: Row }) {
  const ends = row.unpublish_at ? t('Ends {time}', { time: fullTime(row.unpublish_at) }) : undefined;
  if (row.status === 'published') return <span class="badge live" title={ends}>{ends ? t('Published, ends') : t('Published')}</span>;
  if (row.live && row.publish_at) return <span class="badge changed" title={t('Changes go out {time}', { time: fullTime(row.publish_at) })}>{t('Changed, scheduled')}</span>;
  if (row.live) return <span class="badge changed" title={t('A draft is prepared over what readers see')}>{t('Changed')}</span>;
  if (row.publish_at) return <span class="badge draft" title={fullTime(row.publish_at)}>{t('Scheduled')}</span>;
  return <span class="badge draft">{t('Draft')}</span>;
}

type File = { name?: string; original_name?: string; type?: string };
/** What a cell shows. Texts are cut by the style, so a long one costs no layout: only its beginning is put there. */
export function Shown({ row, column, bucket }: { row: Row; column: Column; bucket: string }) {
  if (column.kind === 'status') return <Status row={row} />;
  const value = valueOf(row, column);
  if (value === null || value === undefined || value === '') return null;
  if (column.kind === 'time') return <time class="faint" dateTime={String(value)} title={fullTime(String(value))}>{ago(String(value))}</time>;
  if (column.kind === 'date') return <>{dayOf(String(value))}</>;
  if (column.kind === 'number') return <>{isNumber(value) ? figure(value) : brief(value)}</>;
  if (column.kind === 'file') {
    const file = value as File;
    const picture = file.name && file.type?.startsWith('image/') && !file.type.includes('svg');
    return <>{picture && <img class="thumb" alt="" loading="lazy" width={32} height={32} src={imageOf(bucket, file.name!, 'w=64&h=64&fit=crop')} />}{file.original_name}</>;
  }
  return <>{brief(value).slice(0, 160)}</>;
}

type Props = {
  column: Column; label: string; edit: Edit; reach: Reach;
  save: (value: unknown, then: Then) => void;
  leave: () => void;
};

/** The words of a refusal: what is said about the field itself, where the server says it. */
export const refusal = (error: unknown): string =>
  (error instanceof ApiError && error.problems.length ? error.problems.map((each) => each.message).join(' ') : wordsOf(error));

export function CellEditor({ column, label, edit, reach, save, leave }: Props) {
  const value = useSignal<unknown>(edit.refused ? edit.refused.value : edit.begun);
  const unfinished = useSignal('');
  const problem = useSignal(edit.refused?.problem ?? '');
  const over = useRef(false);
  const box = useRef<HTMLDivElement>(null);
  // Before the next key, which an effect after the next picture may come behind.
  useLayoutEffect(() => {
    const control = box.current?.querySelector<HTMLElement>('input, textarea, select');
    control?.focus({ preventScroll: true });
    if (control instanceof HTMLInputElement && control.type === 'text') control.select();
    box.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
  // What leaves the page takes the focus along: that saves nothing.
  useLayoutEffect(() => () => void (over.current = true), []);
  useEffect(() => {
    const isChanged = () => !over.current && (!!unfinished.peek() || !equal(value.peek(), edit.begun));
    const warn = (event: Event) => isChanged() && event.preventDefault();
    addEventListener('beforeunload', warn);
    const unguarded = guardedBy(async () => {
      if (!isChanged()) return true;
      over.current = true; // the question takes the focus: that saves nothing either
      return (over.current = await confirm(t('Leave without saving?'), t('What you typed is not saved: {field}.', { field: label }), t('Leave')));
    });
    return () => {
      removeEventListener('beforeunload', warn);
      unguarded();
    };
  }, []);
  const finish = (then: Then) => {
    if (over.current) return;
    if (unfinished.peek()) return void (problem.value = notYet(column));
    over.current = true;
    save(value.peek(), then);
  };
  const keys = (event: KeyboardEvent) => {
    event.stopPropagation();
    const area = event.target instanceof HTMLTextAreaElement;
    if (event.key === 'Escape') {
      event.preventDefault();
      over.current = true; // the focus goes elsewhere: that saves nothing
      leave();
    } else if (event.key === 'Enter' && (!area || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      finish('stay');
    } else if (event.key === 'Tab') {
      event.preventDefault();
      finish(event.shiftKey ? 'before' : 'next');
    }
  };
  const gone = (event: FocusEvent) => {
    if (!box.current?.contains(event.relatedTarget as Node | null) && document.hasFocus()) finish('gone');
  };
  return (
    <div class="celleditor" ref={box} onKeyDown={keys} onFocusOut={gone} onDblClick={(event) => event.stopPropagation()}>
      <Control {...{ column, label, unfinished }} value={value.value} set={(next) => (value.value = next)} />
      {problem.value && <p class="problem" role="alert">{problem.value}</p>}
      <p class="faint">
        {reach === 'live' && t('Readers see it at once.')}
        {reach === 'prepared' && t('Goes into a draft; readers see it once that is published.')}
        {column.kind === 'long' && ` ${t('Ctrl+Enter saves.')}`}
      </p>
    </div>
  );
}

/** What is said of a value that is none yet. */
export const notYet = (column: Column): string => `${column.title} ${column.kind === 'number' ? numberWanted() : dateWanted()}`;

type ControlProps = { column: Column; label: string; value: unknown; set: (value: unknown) => void; unfinished: Signal<string> };

/** The control of a kind of value. Also of the dialog that sets a field of many. */
export function Control({ column, label, value, set, unfinished }: ControlProps) {
  const text = String(value ?? '');
  const choices = useChoices(optionsOf(column), column.kind === 'choice' || column.kind === 'choices' ? value : '');
  switch (column.kind) {
    case 'long':
      return <textarea aria-label={label} rows={5} value={text} onInput={(event) => set(event.currentTarget.value)} />;
    case 'number':
      return <NumberControl aria-label={label} {...{ value, set, unfinished }} />;
    case 'date':
      return <DateControl aria-label={label} {...{ value, set, unfinished }} />;
    case 'switch':
      return <label class="switch"><input type="checkbox" role="switch" aria-label={label} checked={value === true}
        onChange={(event) => set(event.currentTarget.checked)} /><span>{value === true ? t('Yes') : t('No')}</span></label>;
    case 'choice':
      return (
        <select aria-label={label} value={text} onChange={(event) => set(event.currentTarget.value)}>
          <option value="">{t('Not set')}</option>
          {choices.map((each) => <option key={each.value} value={each.value}>{each.words}</option>)}
        </select>
      );
    case 'choices': {
      const chosen = Array.isArray(value) ? (value as string[]) : [];
      const turn = (option: string) => set(choices.map((each) => each.value).filter((each) => (each === option) !== chosen.includes(each)));
      return (
        <div class="stack" role="group" aria-label={label}>
          {choices.map((each) => (
            <label key={each.value} class="choice"><input type="checkbox" checked={chosen.includes(each.value)} onChange={() => turn(each.value)} />{each.words}</label>
          ))}
        </div>
      );
    }
    default:
      return <input type="text" aria-label={label} value={text} onInput={(event) => set(event.currentTarget.value)} />;
  }
}
