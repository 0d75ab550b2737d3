// What stands beside the form: the page as readers will see it, or the object in another language. The choice is remembered.
import { signal, useSignal } from '@preact/signals';
import type { ObjectType } from '../api';
import { t } from '../text';
import { Languages } from './languages';
import { Preview } from './preview';
import type { Editing } from './state';

type Which = '' | 'preview' | 'languages';
const keptAt = 'inkwell:pane';
const widthAt = 'inkwell:pane-width';

export const pane = signal<Which>((localStorage.getItem(keptAt) as Which | null) ?? '');

function open(which: Which): void {
  pane.value = which;
  localStorage.setItem(keptAt, which);
}
// Its own button goes with it: the one that opened it has the focus.
export function closePane(): void {
  document.querySelector<HTMLElement>('.actions > button[aria-pressed=true], .actions > .more > summary')?.focus();
  open('');
}

// In a narrow window it stands below the whole form.
function comeTo(): void {
  if (matchMedia('(min-width: 70rem)').matches) return;
  requestAnimationFrame(() => {
    const heading = document.querySelector<HTMLElement>('.pane h2');
    heading?.closest('.pane')?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  });
}

export function PaneButtons({ localized }: { localized: boolean }) {
  const toggle = (which: Which) => () => {
    open(pane.value === which ? '' : which);
    if (pane.value) comeTo();
  };
  return (
    <>
      <button type="button" aria-pressed={pane.value === 'preview'} onClick={toggle('preview')}>{t('Preview')}</button>
      {localized && <button type="button" aria-pressed={pane.value === 'languages'} onClick={toggle('languages')}>{t('Languages')}</button>}
    </>
  );
}

export function Pane({ editing, bucket, type, close }: { editing: Editing; bucket: string; type: ObjectType; close: () => void }) {
  const width = useSignal(Number(localStorage.getItem(widthAt)) || 45);
  const which = pane.value === 'languages' && !type.localization ? 'preview' : pane.value;
  const resize = (to: number) => {
    width.value = Math.min(70, Math.max(25, Math.round(to)));
    localStorage.setItem(widthAt, String(width.value));
  };
  const drag = (event: PointerEvent) => {
    const bar = event.currentTarget as HTMLElement;
    const box = bar.closest('.split')!.getBoundingClientRect();
    bar.setPointerCapture(event.pointerId);
    const move = (at: PointerEvent) => resize(((getComputedStyle(bar).direction === 'rtl' ? at.clientX - box.left : box.right - at.clientX) / box.width) * 100);
    bar.addEventListener('pointermove', move);
    bar.addEventListener('pointerup', () => bar.removeEventListener('pointermove', move), { once: true });
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const wider = getComputedStyle(event.currentTarget as HTMLElement).direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
    resize(width.value + (event.key === wider ? 3 : -3));
  };
  return (
    <aside class="pane" aria-label={which === 'preview' ? t('Preview') : t('Languages')} style={{ '--pane': `${width.value}%` }}>
      <div class="grip" role="separator" tabIndex={0} aria-orientation="vertical" aria-label={t('Width of the pane')} aria-valuenow={width.value} aria-valuemin={25} aria-valuemax={70}
        onPointerDown={drag} onKeyDown={keys} />
      <header class="bar"><h2 tabIndex={-1}>{which === 'preview' ? t('Preview') : t('Languages')}</h2><button type="button" class="quiet" aria-label={t('Close the pane')} onClick={close}>✕</button></header>
      {which === 'preview' ? <Preview key={editing.currentId} editing={editing} bucket={bucket} /> : <Languages editing={editing} bucket={bucket} type={type} />}
    </aside>
  );
}
