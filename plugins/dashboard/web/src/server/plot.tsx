// Lines over time: what a number is now, what it was where the pointer is, and the same in words for those who see no lines.
import { useSignal } from '@preact/signals';
import { size } from '../format';
import { locale, t } from '../text';

export type Values = (number | null)[];
export type Line = { name: string; values: Values };
type Unit = 'per_second' | 'milliseconds' | 'bytes' | 'count' | 'percent';

const width = 320;
const height = 90;

const digits = (value: number): number => (value >= 100 ? 0 : value >= 10 ? 1 : 2);
const plain = (value: number): string => new Intl.NumberFormat(locale(), { maximumFractionDigits: digits(Math.abs(value)) }).format(value);

export function withUnit(value: number | null | undefined, unit: string): string {
  if (value === null || value === undefined) return '–';
  const number = plain(value);
  if (unit === 'bytes') return size(value);
  if (unit === 'milliseconds') return t('{number} ms', { number });
  if (unit === 'percent') return t('{number} %', { number });
  return unit === 'per_second' ? t('{number} a second', { number }) : number;
}

// The next of 1, 2, 5, 10 …, so that the scale does not tremble.
function topOf(lines: Line[], unit: Unit): number {
  const most = Math.max(0, ...lines.flatMap((each) => each.values.map((value) => value ?? 0)));
  const one = unit === 'bytes' ? 1024 * 1024 : 1;
  if (most === 0) return unit === 'percent' ? 100 : one;
  const power = 10 ** Math.floor(Math.log10(most / one)) * one;
  return [1, 2, 5, 10].map((each) => each * power).find((each) => each >= most) ?? most;
}

// A gap where nothing is known.
function pathOf(values: Values, points: number, top: number): string {
  const from = points - values.length;
  let pen = 'M';
  return values.map((value, index) => {
    if (value === null) {
      pen = 'M';
      return '';
    }
    const at = `${pen}${(((from + index) / Math.max(1, points - 1)) * width).toFixed(1)} ${(height - (value / top) * height).toFixed(1)}`;
    pen = 'L';
    return at;
  }).join('');
}

/** `points` fill the whole width. */
export function Plot({ title, hint, lines, unit, points, timeOf }: { title: string; hint?: string; lines: Line[]; unit: Unit; points: number; timeOf: (back: number) => string }) {
  const at = useSignal<number | null>(null);
  const top = topOf(lines, unit);
  const back = at.value ?? 0;
  const valueOf = (line: Line) => line.values[line.values.length - 1 - back];
  const point = (event: PointerEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    at.value = Math.max(0, Math.min(points - 1, Math.round((1 - (event.clientX - box.left) / box.width) * (points - 1))));
  };
  const most = (line: Line) => Math.max(...line.values.map((value) => value ?? 0));
  const said = lines.map((each) => t('{name}: {now} now, {most} at most', { name: each.name, now: withUnit(each.values.at(-1), unit), most: withUnit(most(each), unit) })).join('; ');
  return (
    <section class="card plot">
      <h2>{title}</h2>
      <p class="faint">{at.value === null ? hint ?? '' : timeOf(back)}</p>
      <ul>
        {lines.map((each, index) => <li key={each.name}><span class={`key line${index}`} aria-hidden="true" />{lines.length > 1 && <span class="faint">{each.name}</span>} <strong>{withUnit(valueOf(each), unit)}</strong></li>)}
      </ul>
      <div class="drawing" dir="ltr">
        <span class="faint top" aria-hidden="true">{withUnit(top, unit)}</span>
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={said} onPointerMove={point} onPointerLeave={() => (at.value = null)}>
          {[0, 0.5, 1].map((each) => <line key={each} class="rule" x1={0} x2={width} y1={height * each} y2={height * each} />)}
          {lines.map((each, index) => <path key={each.name} class={`line${index}`} d={pathOf(each.values, points, top)} />)}
          {at.value !== null && <line class="at" x1={(1 - back / (points - 1)) * width} x2={(1 - back / (points - 1)) * width} y1={0} y2={height} />}
        </svg>
        <div class="faint ends" aria-hidden="true"><span>{timeOf(points - 1)}</span><span>{timeOf(0)}</span></div>
      </div>
    </section>
  );
}
