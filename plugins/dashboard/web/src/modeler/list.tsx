// The object types of a bucket, with how much there is of each, in the order that its menu has.
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { forgetTypes, type ObjectType, send, wordsOf } from '../api';
import { useLoad } from '../load';
import { fail, say } from '../messages';
import { address, Link } from '../router';
import { useActions } from '../shell/actions';
import { useRowFocus } from '../shell/focus';
import { signOf } from '../shell/sign';
import { useTitle } from '../shell/title';
import { plural, t } from '../text';
import { CreateType } from './create';
import { countObjects } from './impact';
import { keysOf } from './model';
import { pathOf } from './modeling';
import { removeType } from './remove';

const dragged = 'application/x-inkwell-type';

async function countAll(bucket: string, types: ObjectType[]): Promise<Map<string, number>> {
  const out = new Map<string, number>();
  for (const { slug } of types) out.set(slug, await countObjects(bucket, slug));
  return out;
}

/** Moves a type to a place; the button that was pressed goes along, and keeps the focus. */
function useMoves(bucket: string, types: ObjectType[]) {
  const pressed = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const button = pressed.current;
    pressed.current = null;
    if (!button?.isConnected) return;
    // At an end there is only the way back.
    (button as HTMLButtonElement).disabled ? button.parentElement?.querySelector<HTMLElement>('button:enabled')?.focus() : button.focus();
  }, [types]);
  return async (type: ObjectType, place: number, button?: HTMLElement) => {
    if (place < 0 || place >= types.length || types[place] === type) return;
    try {
      await send('PATCH', pathOf(bucket, type.slug), { order: place });
      pressed.current = button ?? null;
      forgetTypes(bucket);
      say(t('{title}: moved to place {place} of {count}', { title: type.title, place: place + 1, count: types.length }));
    } catch (error) {
      fail(wordsOf(error));
    }
  };
}

type RowProps = { bucket: string; type: ObjectType; place: number; last: boolean; objects: number | null | undefined; move: ReturnType<typeof useMoves>; drop: (slug: string) => void; duplicate: () => void; remove: () => void };

function Row({ bucket, type, place, last, objects, move, drop, duplicate, remove }: RowProps) {
  const { title } = type;
  const keys = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    void move(type, place + (event.key === 'ArrowUp' ? -1 : 1), event.target as HTMLElement);
  };
  const dropped = (event: DragEvent) => {
    const slug = event.dataTransfer?.getData(dragged);
    if (!slug) return;
    event.preventDefault();
    drop(slug);
  };
  return (
    <tr data-row={type.slug} draggable onDragStart={(event) => event.dataTransfer?.setData(dragged, type.slug)} onDrop={dropped} onKeyDown={keys}
      onDragOver={(event) => event.dataTransfer?.types.includes(dragged) && event.preventDefault()}>
      <th scope="row"><span class="icon" aria-hidden="true">{signOf(type)}</span><Link to={address(bucket, 'types', type.slug)}>{title}</Link></th>
      <td class="code">{type.slug}</td>
      <td class="faint">{plural(keysOf(type.metafields).size, '{count} field', '{count} fields')}</td>
      <td class="faint">{objects === null ? '?' : objects === undefined ? '…' : plural(objects, '{count} object', '{count} objects')}</td>
      <td><span class="tools">
        <button type="button" class="quiet small" disabled={place === 0} aria-label={t('Move {title} up', { title })} title={t('Move up ({keys})', { keys: 'Alt+↑' })} onClick={(event) => void move(type, place - 1, event.currentTarget)}>↑</button>
        <button type="button" class="quiet small" disabled={last} aria-label={t('Move {title} down', { title })} title={t('Move down ({keys})', { keys: 'Alt+↓' })} onClick={(event) => void move(type, place + 1, event.currentTarget)}>↓</button>
        <button type="button" class="small" aria-label={t('Duplicate {title}', { title })} onClick={duplicate}>{t('Duplicate')}</button>
        <button type="button" class="quiet small" aria-label={t('Delete {title}', { title })} onClick={remove}>{t('Delete')}</button>
      </span></td>
    </tr>
  );
}

export function TypeList({ bucket, types }: { bucket: string; types: ObjectType[] }) {
  const asked = useSignal<{ like?: ObjectType } | null>(null);
  const { data: counts, error, again } = useLoad(() => countAll(bucket, types), [bucket, types]);
  const move = useMoves(bucket, types);
  const body = useRowFocus<HTMLTableSectionElement>(types.map((each) => each.slug));
  useTitle(t('Object types'));
  useActions(() => [{ name: t('New object type'), run: () => (asked.value = {}) }]);
  const remove = (type: ObjectType) => removeType(bucket, type, types).catch((error) => fail(wordsOf(error)));
  const drop = (slug: string, place: number) => {
    const type = types.find((each) => each.slug === slug);
    if (type) void move(type, place);
  };
  return (
    <>
      <header class="bar">
        <div class="heading"><h1>{t('Object types')}</h1><p class="faint">{t('What the content of this bucket is made of, in the order of the menu')}</p></div>
        <div class="actions"><button type="button" class="primary" onClick={() => (asked.value = {})}>{t('New object type')}</button></div>
      </header>
      {error && <p role="alert" class="problem">{t('The objects could not be counted: {why}', { why: error })} <button type="button" class="small" onClick={again}>{t('Try again')}</button></p>}
      {types.length === 0 && <p class="empty">{t('There are no object types yet.')}</p>}
      {types.length > 0 && (
        <div class="table plain">
          <table>
            <thead><tr><th scope="col">{t('Type')}</th><th scope="col">{t('Slug')}</th><th scope="col">{t('Fields')}</th><th scope="col">{t('Objects')}</th><th scope="col"><span class="hidden">{t('Actions')}</span></th></tr></thead>
            <tbody {...body}>
              {types.map((type, place) => (
                <Row key={type.slug} {...{ bucket, type, place, move }} last={place === types.length - 1} objects={error ? null : counts?.get(type.slug)}
                  drop={(slug) => drop(slug, place)} duplicate={() => (asked.value = { like: type })} remove={() => void remove(type)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {asked.value && <CreateType bucket={bucket} like={asked.value.like} close={() => (asked.value = null)} />}
    </>
  );
}
