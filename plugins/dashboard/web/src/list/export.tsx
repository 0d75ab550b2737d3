// What is chosen as a file, made in the browser.
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Content, ObjectType } from '../api';
import { Dialog } from '../dialog';
import { brief } from '../editor/model';
import { isNumber, writeJson } from '../exact';
import { count } from '../format';
import { say } from '../messages';
import { t } from '../text';
import { type Bulk, contentOf } from './bulk';
import { type Column, valueOf } from './fields';

type Props = { bucket: string; type: ObjectType; bulk: Bulk; columns: Column[]; number: number; close: () => void };

// A spreadsheet runs a text that begins like a formula: an apostrophe in front makes it a text.
const cellOf = (value: unknown): string => {
  const text = isNumber(value) || typeof value === 'boolean' ? String(value) : brief(value);
  const safe = !isNumber(value) && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
const csvOf = (objects: Content[], columns: Column[]): string => {
  const lines = [['id', ...columns.map((each) => each.title)], ...objects.map((each) => [each.id, ...columns.map((column) => valueOf(each, column))])];
  return `\ufeff${lines.map((line) => line.map(cellOf).join(',')).join('\r\n')}\r\n`;
};

function save(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function Export({ bucket, type, bulk, columns, number, close }: Props) {
  const read = useSignal<number | null>(null);
  const open = useRef(true);
  useLayoutEffect(() => () => void (open.current = false), []); // an effect after the paint would let one more page through
  const make = (kind: 'json' | 'csv') => bulk.work('export', async () => {
    const objects: Content[] = [];
    for await (const page of contentOf(bucket, await bulk.which())) {
      if (!open.current) return;
      objects.push(...page);
      read.value = objects.length;
    }
    if (kind === 'json') save(`${type.slug}.json`, writeJson({ objects }, 2), 'application/json');
    else save(`${type.slug}.csv`, csvOf(objects, columns), 'text/csv');
    say(t('{count} in {file}.', { count: count(objects.length), file: `${type.slug}.${kind}` }));
    close();
  });
  return (
    <Dialog title={t('Export {count}', { count: count(number) })} onClose={close}>
      <p>{t('JSON has the objects as the API gives them, CSV the columns that are shown. Related objects stand there by their ids.')}</p>
      <p role="status">{read.value === null ? '' : t('{count} read', { count: count(read.value) })}</p>
      <footer>
        <button type="button" onClick={close}>{t('Cancel')}</button>
        <button type="button" disabled={bulk.busy.value} onClick={() => make('csv')}>CSV</button>
        <button type="button" class="primary" disabled={bulk.busy.value} onClick={() => make('json')}>JSON</button>
      </footer>
    </Dialog>
  );
}
