// What the screens of operators are made of: a heading with actions, a table that becomes cards on a telephone, what is copied, what is
// done and told. decision 0030 says how they are put together.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { confirm, Dialog } from '../dialog';
import { wordsOf } from '../api';
import { fail, say } from '../messages';
import { place } from '../router';
import { focusHeading, useRowFocus } from '../shell/focus';
import { useTitle } from '../shell/title';
import { t } from '../text';
import { useUnsaved } from './form';

/** `crumbs` lead back; `children` are the buttons, which the palette offers too. */
export function Heading({ title, about, crumbs, children }: { title: string; about?: string; crumbs?: ComponentChildren; children?: ComponentChildren }) {
  useTitle(title);
  return (
    <header class="bar">
      <div class="heading">
        {crumbs && <p class="crumbs">{crumbs}</p>}
        <h1>{title}</h1>
        {about && <p class="faint">{about}</p>}
      </div>
      {children && <div class="actions">{children}</div>}
    </header>
  );
}

export const Waiting = () => <p class="waiting" role="status">{t('Loading…')}</p>;
export const Problem = ({ text }: { text?: string }) => (text ? <p role="alert" class="problem">{text}</p> : null);

/** A row by its key: the first cell names it, one for each column. A column without a title holds the buttons. */
export type Row = { key: string; cells: ComponentChildren[] };

export function Table({ name, columns, rows, empty }: { name: string; columns: string[]; rows: Row[]; empty: string }) {
  const body = useRowFocus<HTMLTableSectionElement>(rows.map((each) => each.key));
  if (!rows.length) return <p class="empty">{empty}</p>;
  return (
    <div class="table plain operate">
      <table aria-label={name}>
        <thead><tr>{columns.map((each) => <th scope="col" key={each}>{each || <span class="hidden">{t('Actions')}</span>}</th>)}</tr></thead>
        <tbody {...body}>
          {rows.map(({ key, cells: [head, ...cells] }) => (
            <tr key={key} data-row={key}>
              <th scope="row">{head}</th>
              {cells.map((each, index) => <td key={columns[index + 1]} data-label={columns[index + 1] || undefined}>{each}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Does it, says so or why not, and answers whether it went well. */
export async function run(action: () => Promise<unknown>, told: string): Promise<boolean> {
  try {
    await action();
    say(told);
    return true;
  } catch (problem) {
    fail(wordsOf(problem));
    return false;
  }
}

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(t('Copied.'));
  } catch {
    fail(t('The browser does not allow copying: select the text and copy it by hand.'));
  }
}

/** A text for programs, with a button that copies it. `hide` shows it only when it is asked for. */
export function Copyable({ label, value, hide }: { label: string; value: string; hide?: boolean }) {
  const hidden = useSignal(!!hide);
  return (
    <div class="copyable">
      <input class="code" readOnly aria-label={label} value={hidden.value ? '•'.repeat(24) : value} onFocus={(event) => event.currentTarget.select()} />
      {hide && <button type="button" aria-label={hidden.value ? t('Show {what}', { what: label }) : t('Hide {what}', { what: label })} onClick={() => (hidden.value = !hidden.value)}>{hidden.value ? t('Show') : t('Hide')}</button>}
      <button type="button" aria-label={t('Copy {what}', { what: label })} onClick={() => copy(value)}>{t('Copy')}</button>
    </div>
  );
}

/** A secret that the server tells once: the dialog says so, and asks whoever closes it in another way than by its button. */
export function ShownOnce({ title, text, label, value, onClose }: { title: string; text: string; label: string; value: string; onClose: () => void }) {
  const question = () => confirm(t('Have you kept it?'), t('It is not shown again.'), t('Close it'));
  useUnsaved(true, question);
  const leave = async () => {
    if (await question()) onClose();
  };
  return (
    <Dialog title={title} onClose={() => void leave()}>
      <p>{text}</p>
      <Copyable {...{ label, value }} />
      <footer><button type="button" class="primary" onClick={onClose}>{t('I have kept it')}</button></footer>
    </Dialog>
  );
}

/** Pages of a list; the page stands in the address as ?page=. */
export const pageSize = 50;
export const pageNow = (): number => Math.max(1, Number(place.value.query.get('page')) || 1);

/** `inOrder`: the list does not begin with the newest. */
export function Pager({ total, go, inOrder }: { total: number; go: (page: number) => void; inOrder?: boolean }) {
  const [page, last] = [pageNow(), Math.max(1, Math.ceil(total / pageSize))];
  const pager = useRef<HTMLElement>(null);
  if (last === 1 && page === 1) return null;
  // Another page is read from its beginning.
  const turn = (to: number) => {
    go(to);
    const above = [...document.querySelectorAll<HTMLElement>('main :is(h1, h2)')].filter((each) => each.compareDocumentPosition(pager.current!) & Node.DOCUMENT_POSITION_FOLLOWING);
    focusHeading(above.at(-1));
    above.at(-1)?.scrollIntoView();
  };
  return (
    <nav class="pager" ref={pager} aria-label={t('Pages')}>
      <button type="button" disabled={page <= 1} onClick={() => turn(page - 1)}>{inOrder ? t('Previous') : t('Newer')}</button>
      <span class="faint">{t('Page {page} of {last}', { page, last })}</span>
      <button type="button" disabled={page >= last} onClick={() => turn(page + 1)}>{inOrder ? t('Next') : t('Older')}</button>
    </nav>
  );
}
