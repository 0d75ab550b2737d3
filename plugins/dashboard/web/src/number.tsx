// The controls of numbers and days. While what is typed is none, it stands in `unfinished`, and the value stays what it was.
import type { Signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isNumber } from './exact';
import { locale, t } from './text';

type Rest = { 'id'?: string; 'required'?: boolean | undefined; 'readOnly'?: boolean | undefined; 'aria-label'?: string; 'aria-describedby'?: string | undefined; 'aria-invalid'?: boolean | undefined };
type Props<T> = Rest & { value: unknown; set: (value: T) => void; unfinished: Signal<string>; touched?: () => void };

const decimal = (): string => new Intl.NumberFormat(locale()).formatToParts(1.5).find((part) => part.type === 'decimal')?.value ?? '.';
const written = (value: number | bigint): string => String(value).replace('.', decimal());

// Beyond 2^53 a number would be rounded; beyond 64 bits the server rounds it, too.
const isHeld = (number: number): boolean => !Number.isSafeInteger(number) && number >= -(2 ** 63) && number < 2 ** 64;

/** Understands the decimal point and the decimal comma, and figures in groups of three. "1,234" could be two numbers: it is one where the comma is decimal. */
export function numberOf(text: string): number | bigint | null {
  const plain = text.trim().replace('−', '-').replace(/(\d)[\s'’](?=\d{3}(?!\d))/g, '$1');
  const [, sign, figures = '', exponent = ''] = /^([-+]?)([\d.,]*\d[\d.,]*)(e[-+]?\d+)?$/i.exec(plain) ?? [];
  const last = Math.max(figures.lastIndexOf('.'), figures.lastIndexOf(','));
  const mark = figures[last];
  const isDecimal = mark !== undefined && figures.indexOf(mark) === last; // what stands between groups stands there more than once, or before it
  if (isDecimal && mark !== decimal() && /^[1-9]\d{0,2}[.,]\d{3}$/.test(figures)) return null;
  const [whole, rest] = isDecimal ? [figures.slice(0, last), figures.slice(last + 1)] : [figures, ''];
  if (!/^\d*$|^\d{1,3}([.,])\d{3}(\1\d{3})*$/.test(whole)) return null;
  const digits = `${sign}${whole.replace(/[.,]/g, '') || '0'}`;
  const number = Number(`${digits}.${rest || '0'}${exponent}`);
  if (!figures || !Number.isFinite(number)) return null;
  return !exponent && /^0*$/.test(rest) && isHeld(number) ? BigInt(digits) : number;
}

export const numberWanted = (): string => t('is no number yet, or could be two: write it like {example}', { example: written(1234.5) });
export const dateWanted = (): string => t('is no whole date yet');

/** What is typed stays as it is typed while it means the value: on the way from 1.05 to 1.06 stands "1.0", which is not to become "1". */
export function NumberControl({ value, set, unfinished, touched, ...rest }: Props<number | bigint | ''>) {
  const typed = useRef('');
  const shown = typed.current !== '' && numberOf(typed.current) === value ? typed.current : isNumber(value) ? written(value) : '';
  const change = ({ currentTarget: { value: text } }: { currentTarget: HTMLInputElement }) => {
    typed.current = text;
    const number = text.trim() ? numberOf(text) : '';
    unfinished.value = number === null ? text : '';
    if (number === null) touched?.();
    else set(number);
  };
  return <input {...rest} type="text" class="figure" inputMode="decimal" autocomplete="off" aria-invalid={unfinished.value || rest['aria-invalid'] ? true : undefined} value={unfinished.value || shown} onInput={change} />;
}

export function DateControl({ value, set, unfinished, touched, ...rest }: Props<string>) {
  const box = useRef<HTMLInputElement>(null);
  // Half a date is shown by who has typed it, and cannot be put there again: neither in another control nor after an undo.
  useLayoutEffect(() => {
    if (unfinished.value && !box.current!.validity.badInput) unfinished.value = '';
  }, [unfinished.value]);
  // A part that is typed into an empty date is no input yet.
  const look = ({ type, currentTarget: input }: { type: string; currentTarget: HTMLInputElement }) => {
    const before = unfinished.peek();
    if (input.validity.badInput) {
      unfinished.value = '…';
      if (!before) touched?.();
    } else if (before || type === 'input') {
      unfinished.value = '';
      set(input.value);
    }
  };
  return <input {...rest} ref={box} type="date" aria-invalid={unfinished.value || rest['aria-invalid'] ? true : undefined} value={unfinished.value ? '' : String(value ?? '')} onInput={look} onKeyUp={look} onBlur={look} />;
}
