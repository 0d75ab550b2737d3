// A plain text area that grows with its text: for long texts, and where the real editor could not be loaded.
import type { TextProps } from './field';

export function Area({ id, value, set, described, invalid, required, readonly, rows = 3, code }: {
  id: string; value: string; set: (value: string) => void; described?: string; invalid?: boolean; required?: boolean; readonly?: boolean; rows?: number; code?: boolean;
}) {
  const lines = Math.min(24, Math.max(rows, value.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / 90), 0)));
  return <textarea id={id} rows={lines} class={code ? 'code' : undefined} dir={code ? undefined : 'auto'} spellcheck={!code} readOnly={readonly} required={required} aria-describedby={described} aria-invalid={invalid || undefined}
    value={value} onInput={(event) => set(event.currentTarget.value)} />;
}

/** What stands for an editor that did not come. */
export const PlainArea = ({ id, value, set, described, invalid, required, readonly }: TextProps) =>
  <Area {...{ id, value, set, described, invalid, required, readonly }} rows={6} code />;
