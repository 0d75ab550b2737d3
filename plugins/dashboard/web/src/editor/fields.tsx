// One component for each kind of metafield. Labels are the metafields' titles.
import { type Signal, useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useContext, useId, useRef } from 'preact/hooks';
import { isExact } from '../exact';
import { FilePick } from '../media/pick';
import { DateControl, dateWanted, NumberControl, numberWanted } from '../number';
import { editorOf } from '../parts/list';
import { lazy } from '../shell/lazy';
import { t } from '../text';
import { useChoices } from './choices';
import { Form } from './context';
import { Group, Repeater } from './groups';
import { type Field, pathOf, ruleBroken } from './model';
import { PlaceMark } from './presence';
import { ManyRelations, OneRelation } from './relations';
import { Area } from './texts/area';
import { HtmlText } from './texts/html';
import { JsonText, MarkdownText } from './texts/source';

type Props = { field: Field; path: string };
type ControlProps = Props & { id: string; described: string | undefined; invalid: boolean; set: (value: unknown) => void };

export function FieldList({ fields, path }: { fields: Field[]; path: string }) {
  return <>{fields.map((field, index) => <FieldView key={field.uid} field={field} path={pathOf(path, index)} />)}</>;
}

/** What is said of a control: how it is meant, and what is wrong with it. */
const marks = ({ described, invalid }: ControlProps) => ({ 'aria-describedby': described, 'aria-invalid': invalid || undefined });

function Text(props: ControlProps) {
  const { field, id, set } = props;
  const { readonly } = useContext(Form);
  // No maxlength: what is pasted would be cut without a word.
  return <input {...{ id }} required={field.def.required} readOnly={readonly} type="text" dir="auto" {...marks(props)}
    value={String(field.value.value ?? '')} onInput={(event) => set(event.currentTarget.value)} />;
}

function LongText({ field, id, described, invalid, set }: ControlProps) {
  const { readonly } = useContext(Form);
  return <Area {...{ id, described, invalid, set, readonly }} required={field.def.required} value={String(field.value.value ?? '')} />;
}

const textOf = ({ field, id, described, invalid, set }: ControlProps, readonly?: boolean) => ({
  id, described, invalid, set, readonly, labelled: `${id}-label`, title: field.def.title ?? '', required: field.def.required,
});

const watched = <T,>(now: () => T) => ({ now, value: now() });

function Html(props: ControlProps) {
  const { readonly } = useContext(Form);
  return <HtmlText {...textOf(props, readonly)} {...watched(() => String(props.field.value.value ?? ''))} />;
}

function Markdown(props: ControlProps) {
  const { readonly } = useContext(Form);
  return <MarkdownText {...textOf(props, readonly)} {...watched(() => String(props.field.value.value ?? ''))} />;
}

function Json(props: ControlProps) {
  const { readonly, touched } = useContext(Form);
  return <JsonText {...textOf(props, readonly)} {...watched(() => props.field.value.value)} {...{ touched }} unfinished={props.field.unfinished} />;
}

function NumberInput(props: ControlProps) {
  const { field, id, set } = props;
  const { touched, readonly } = useContext(Form);
  return <NumberControl {...{ id, set, touched }} readOnly={readonly} unfinished={field.unfinished} {...marks(props)} required={field.def.required} value={field.value.value} />;
}

function DateInput(props: ControlProps) {
  const { field, id, set } = props;
  const { touched, readonly } = useContext(Form);
  return <DateControl {...{ id, set, touched }} readOnly={readonly} unfinished={field.unfinished} {...marks(props)} required={field.def.required} value={field.value.value} />;
}

const optionsOf = (field: Field): string[] => (Array.isArray(field.def.options) ? field.def.options.map((option) => option.value) : []);

function Select(props: ControlProps) {
  const { field, id, set } = props;
  const value = String(field.value.value ?? '');
  const choices = useChoices(optionsOf(field), value);
  return (
    <select id={id} value={value} aria-required={field.def.required} {...marks(props)} onChange={(event) => set(event.currentTarget.value)}>
      <option value="">{t('Not set')}</option>
      {choices.map((each) => <option key={each.value} value={each.value}>{each.words}</option>)}
    </select>
  );
}

function Radios({ field, id, set }: ControlProps) {
  const value = field.value.value;
  const choices = useChoices(optionsOf(field), value);
  const box = useRef<HTMLDivElement>(null);
  const clear = () => {
    box.current?.querySelector('input')?.focus(); // the button goes
    set('');
  };
  return (
    <div class="choices" ref={box}>
      {choices.map((each) => (
        <label key={each.value} class="choice">
          <input type="radio" name={id} value={each.value} checked={value === each.value} onChange={() => set(each.value)} />
          {each.words}
        </label>
      ))}
      {!field.def.required && value !== '' && <button type="button" class="quiet small" onClick={clear}>{t('Clear')}</button>}
    </div>
  );
}

function Checks({ field, invalid, set }: ControlProps) {
  const chosen = Array.isArray(field.value.value) ? (field.value.value as string[]) : [];
  const choices = useChoices(optionsOf(field), chosen);
  const toggle = (option: string) =>
    set(choices.map((each) => each.value).filter((each) => (each === option) !== chosen.includes(each)));
  return (
    <div class="choices">
      {choices.map((each) => (
        <label key={each.value} class="choice">
          <input type="checkbox" aria-invalid={invalid || undefined} checked={chosen.includes(each.value)} onChange={() => toggle(each.value)} />
          {each.words}
        </label>
      ))}
    </div>
  );
}

function Switch(props: ControlProps) {
  const { field, id, set } = props;
  const [yes, no] = field.def.options === 'yes,no' ? [t('Yes'), t('No')] : [t('On'), t('Off')];
  const value = field.value.value === true;
  return (
    <span class="switch">
      <input id={id} type="checkbox" role="switch" checked={value} {...marks(props)}
        onChange={(event) => set(event.currentTarget.checked)} />
      <span aria-hidden="true">{value ? yes : no}</span>
    </span>
  );
}

/** A button is neither required nor invalid: its description says both. */
const heard = ({ def }: Field, id: string, described: string | undefined) => [def.required && `${id}-rule`, described].filter(Boolean).join(' ') || undefined;

const Relation = ({ field, id, described, set }: ControlProps) =>
  <OneRelation id={id} described={heard(field, id, described)} label={field.def.title ?? ''} type={field.def.object_type ?? ''} value={String(field.value.value ?? '')} set={set} />;
const Relations = ({ field, id, described, set }: ControlProps) =>
  <ManyRelations id={id} described={heard(field, id, described)} label={field.def.title ?? ''} type={field.def.object_type ?? ''} value={String(field.value.value ?? '')} set={set} />;
const File = ({ field, id, described, set }: ControlProps) =>
  <FilePick id={id} described={heard(field, id, described)} label={field.def.title ?? ''} value={String(field.value.value ?? '')} set={set} />;

const OfPlugin = lazy(() => import('../parts/editor').then((found) => found.StrangersEditor));

/** A type that a plugin brings: by its own editor, or as JSON. Its editor would round what only a BigInt holds. */
function Stranger(props: ControlProps) {
  const { field, id, described, set } = props;
  const listed = editorOf(field.def.type);
  return listed && !isExact(field.value.value) ? <OfPlugin {...{ listed, field, described, set }} labelled={`${id}-label`} json={() => <Json {...props} />} /> : <Json {...props} />;
}

const controls: Record<string, (props: ControlProps) => ComponentChildren> = {
  text: Text, textarea: LongText, 'html-textarea': Html, markdown: Markdown, json: Json, number: NumberInput,
  date: DateInput, 'select-dropdown': Select, 'radio-buttons': Radios, 'check-boxes': Checks, switch: Switch,
  object: Relation, objects: Relations, file: File,
};
// What is typed into can be read only; what is chosen cannot, and is disabled instead.
const byChoice = new Set(['select-dropdown', 'radio-buttons', 'check-boxes', 'switch', 'object', 'objects', 'file']);
// Their label names a group of controls, not one.
const several = new Set(['radio-buttons', 'check-boxes', 'object', 'objects', 'file']);
const isGrouped = (type: string): boolean => several.has(type) || !!editorOf(type);

/** How a field is meant, as its type says it: what stands above the control, and the id by which that describes it. */
export function helpOf({ def }: Field, field: string) {
  const id = `${field}-help`;
  return def.help ? { id, shown: <p id={id} class="faint help">{def.help}</p> } : undefined;
}

// JSON says it with the place of the fault.
const notYet = ({ def, unfinished }: Field): string => (unfinished.value && def.type === 'number' ? numberWanted() : unfinished.value && def.type === 'date' ? dateWanted() : '');

/** Near its limit, and beyond it, a text tells its length. */
export function Counter({ value, most }: { value: Signal<unknown>; most: number | undefined }) {
  const length = useComputed(() => (typeof value.value === 'string' ? [...value.value].length : 0));
  if (!most || length.value < most * 0.8) return null;
  return <span class="faint counter">{t('{length} of {most} characters', { length: length.value, most })}</span>;
}

export function FieldView({ field, path }: Props) {
  const { touched, problems, corrected, lang, readonly } = useContext(Form);
  const id = useId();
  const { judged } = field;
  const broken = useComputed(() => (judged.value ? notYet(field) || ruleBroken(field, field.value.value) : ''));
  const refused = problems.value.find((problem) => problem.path === path || problem.path === `${path}.value`);
  if (field.def.type === 'parent') return <Group field={field} path={path} />;
  if (field.def.type === 'repeater') return <Repeater field={field} path={path} />;
  const Control = controls[field.def.type] ?? Stranger;
  const set = (value: unknown) => {
    field.value.value = value;
    if (refused) corrected?.(refused);
    touched();
  };
  const message = refused ? refused.message : broken.value;
  const help = helpOf(field, id);
  const described = [message && `${id}-problem`, help?.id].filter(Boolean).join(' ') || undefined;
  // The label is the title and nothing else: readers of the screen hear of the rule by the control itself, or what describes a group of them.
  const label = <span class={field.def.required ? 'required' : undefined}>{field.def.title}</span>;
  const control = <Control {...{ field, path, id, described, set }} invalid={!!message} />;
  const inner = (
    <>
      {help?.shown}
      {readonly && byChoice.has(field.def.type) ? <fieldset class="control" lang={lang} disabled>{control}</fieldset> : <div class="control" lang={lang}>{control}</div>}
      <Counter value={field.value} most={field.def.maxlength} />
      {message && <span id={`${id}-problem`} class="problem">{field.def.title} {message}</span>}
    </>
  );
  if (isGrouped(field.def.type)) {
    const radios = field.def.type === 'radio-buttons' ? { 'role': 'radiogroup' as const, 'aria-required': field.def.required, 'aria-invalid': message ? true : undefined } : {};
    return (
      <fieldset class="field" data-path={path} aria-describedby={heard(field, id, described)} {...radios} onFocusOut={() => (judged.value = true)}>
        <legend id={`${id}-label`}>{label}</legend><PlaceMark path={path} />{field.def.required && <span id={`${id}-rule`} hidden>{t('required')}</span>}{inner}
      </fieldset>
    );
  }
  return <div class="field" data-path={path} onFocusOut={() => (judged.value = true)}><div class="named"><label id={`${id}-label`} for={id} onClick={() => document.getElementById(id)?.focus()}>{label}</label><PlaceMark path={path} /></div>{inner}</div>;
}
