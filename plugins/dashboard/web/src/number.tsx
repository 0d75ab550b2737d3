// The control of a number.
import { useRef } from 'preact/hooks';

type Props = {
  value: unknown; set: (value: number | '') => void;
  'id'?: string; 'required'?: boolean | undefined; 'aria-label'?: string; 'aria-describedby'?: string | undefined;
};

/** What is typed stays as it is typed while it means the value: on the way from 1.05 to 1.06 stands "1.0", which is not to become "1". */
export function NumberControl({ value, set, ...rest }: Props) {
  const typed = useRef('');
  const shown = typed.current !== '' && Number(typed.current) === value ? typed.current : typeof value === 'number' ? String(value) : '';
  const change = ({ currentTarget: { value: text, valueAsNumber } }: { currentTarget: HTMLInputElement }) => {
    typed.current = text;
    set(Number.isNaN(valueAsNumber) ? '' : valueAsNumber);
  };
  return <input {...rest} type="number" step="any" inputMode="decimal" value={shown} onInput={change} />;
}
