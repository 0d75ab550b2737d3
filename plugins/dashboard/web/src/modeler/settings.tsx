// Everything that can be set of one field: what every type has, what its type asks for besides, and the value it begins with.
import { useSignal } from '@preact/signals';
import { useContext, useEffect, useMemo, useRef } from 'preact/hooks';
import type { Metafield } from '../api';
import { Form } from '../editor/context';
import { FieldView } from '../editor/fields';
import { fieldOf, plain } from '../editor/model';
import { readJson, writeJson } from '../exact';
import { t } from '../text';
import { isPlainKey, isRekeyed } from './checks';
import { fieldOfNode, type FieldType, freeKey, hasInner, isRepeater, type Node, type Option, type Placed, placed, retyped, type Schema } from './model';
import { problemAt } from './modeling';
import { Check, Labelled, Model, Told } from './parts';
import { moveInto } from './moves';

type Props = { at: Placed };

export const nameOf = (type: FieldType | undefined, fallback: string): string => {
  const known: Record<string, string> = {
    'text': t('Text'), 'textarea': t('Long text'), 'html-textarea': t('Formatted text (HTML)'), 'markdown': t('Markdown'), 'select-dropdown': t('Choice from a list'),
    'radio-buttons': t('Choice, all shown'), 'check-boxes': t('Several choices'), 'switch': t('Yes or no'), 'number': t('Number'), 'date': t('Date'), 'json': t('JSON'),
    'object': t('One related object'), 'objects': t('Related objects'), 'file': t('File'), 'parent': t('Group'), 'repeater': t('Repeater'),
  };
  return known[type?.type ?? fallback] ?? type?.title ?? fallback;
};

/** Whether rules for texts mean something here: the values are texts that people write. */
const isText = (type: FieldType | undefined): boolean =>
  type?.value?.type === 'string' && !Object.keys(type.members).length && type.type !== 'date' && type.type !== 'file';
const hasLengths = (type: FieldType | undefined): boolean => type?.type === 'text' || type?.type === 'textarea';

export function FieldSettings({ at }: Props) {
  const { modeling, fieldTypes, types } = useContext(Model);
  const { node, path, siblings } = at;
  const def = node.def.value;
  const type = fieldTypes.find((each) => each.type === def.type);
  const set = (members: Partial<Metafield>) => {
    const next = { ...node.def.peek(), ...members } as Record<string, unknown>;
    for (const [name, value] of Object.entries(members)) if (value === undefined) delete next[name];
    node.def.value = next as Metafield;
    modeling.corrected(node, Object.keys(members));
  };
  const title = (words: string) => set({ title: words, ...(node.ownKey ? {} : { key: freeKey(words, siblings, node) }) });
  const become = (name: string) => {
    const to = fieldTypes.find((each) => each.type === name);
    if (!to) return;
    const from = node.def.peek();
    node.former.set(from.type, from);
    node.def.value = retyped(from, to, types, node.former.get(name));
  };
  const number = (text: string) => (text === '' ? undefined : Number(text));
  const strange = isRekeyed(node) && !isPlainKey(def.key ?? '');
  const around = placed(modeling.nodes.value).filter((each) => hasInner(each.node.def.value) && each.node !== node && !placed(node.inner.value).some((inner) => inner.node === each.node));
  const outer = around.find((each) => each.node.inner.value.includes(node));
  return (
    <div class="settings" data-field={node.uid}>
      <Labelled label={t('Name of the field')} path={`${path}.title`}>
        {(control) => <input {...control} type="text" value={def.title} onInput={(event) => title(event.currentTarget.value)} />}
      </Labelled>
      <Labelled label={t('Key')} path={`${path}.key`} hint={t('As pages and queries name it')} warning={strange ? t('Programs have an easier time with a-z, digits, “_” and “-” alone.') : ''}>
        {(control) => <input {...control} type="text" class="code" spellcheck={false} value={def.key} onInput={(event) => { node.ownKey = true; set({ key: event.currentTarget.value }); }} />}
      </Labelled>
      <Labelled label={t('Type of the field')} path={`${path}.type`}>
        {(control) => (
          <select {...control} value={def.type} onChange={(event) => become(event.currentTarget.value)}>
            {!type && <option value={def.type}>{def.type}</option>}
            {fieldTypes.map((each) => <option key={each.type} value={each.type}>{nameOf(each, each.type)}</option>)}
          </select>
        )}
      </Labelled>
      {around.length > 0 && (
        <Labelled label={t('Stands in')} path={`${path}.group`}>
          {(control) => (
            <select {...control} data-group value={outer ? String(outer.node.uid) : ''} onChange={(event) => moveInto(modeling, node, Number(event.currentTarget.value) || null)}>
              <option value="">{t('No group')}</option>
              {around.map((each) => <option key={each.node.uid} value={String(each.node.uid)}>{each.titles}</option>)}
            </select>
          )}
        </Labelled>
      )}
      <Labelled class="wide" label={t('Help for editors')} path={`${path}.help`} hint={t('Stands beneath the name of the field')}>
        {(control) => <textarea {...control} rows={2} value={def.help ?? ''} onInput={(event) => set({ help: event.currentTarget.value || undefined })} />}
      </Labelled>
      {type?.shape === 'group' && <Told path={path} />}
      {type?.shape === 'value' && <div class="wide"><Check label={t('Must be filled in')} checked={!!def.required} set={(required) => set({ required: required || undefined })} /></div>}
      {Object.entries(type?.members ?? {}).filter(([name]) => name !== 'repeater_fields').map(([name, schema]) => <Member key={name} {...{ name, schema, path, def, set }} />)}
      {isRepeater(def) && <Told path={`${path}.repeater_fields`} />}
      {hasLengths(type) && (
        <>
          <Labelled label={t('At least so many characters')} path={`${path}.minlength`}>
            {(control) => <input {...control} type="number" min={0} value={def.minlength ?? ''} onInput={(event) => set({ minlength: number(event.currentTarget.value) })} />}
          </Labelled>
          <Labelled label={t('At most so many characters')} path={`${path}.maxlength`}>
            {(control) => <input {...control} type="number" min={0} value={def.maxlength ?? ''} onInput={(event) => set({ maxlength: number(event.currentTarget.value) })} />}
          </Labelled>
        </>
      )}
      {isText(type) && (
        <>
          <Labelled label={t('Pattern')} path={`${path}.regex`} hint={t('A regular expression that is found in the text')}>
            {(control) => <input {...control} type="text" class="code" spellcheck={false} value={def.regex ?? ''} onInput={(event) => set({ regex: event.currentTarget.value || undefined })} />}
          </Labelled>
          <Labelled label={t('What is told when the pattern is not found')} path={`${path}.regex_message`}>
            {(control) => <input {...control} type="text" value={def.regex_message ?? ''} onInput={(event) => set({ regex_message: event.currentTarget.value || undefined })} />}
          </Labelled>
        </>
      )}
      {type?.shape !== 'group' && <Beginning node={node} path={path} set={set} />}
    </div>
  );
}

type MemberProps = { name: string; schema: Schema; path: string; def: Metafield; set: (members: Partial<Metafield>) => void };

function Member({ name, schema, path, def, set }: MemberProps) {
  const { types, modeling } = useContext(Model);
  const value = (def as Record<string, unknown>)[name];
  const put = (next: unknown) => set({ [name]: next } as Partial<Metafield>);
  if (name === 'object_type') {
    const own = modeling.stored.value.slug;
    return (
      <Labelled label={t('Objects of the type')} path={`${path}.${name}`}>
        {(control) => (
          <select {...control} required value={String(value ?? '')} onChange={(event) => put(event.currentTarget.value)}>
            {!types.some((each) => each.slug === value) && <option value={String(value ?? '')}>{value ? String(value) : t('Choose which objects')}</option>}
            {types.map((each) => <option key={each.slug} value={each.slug}>{each.slug === own ? modeling.about.value.title : each.title}</option>)}
          </select>
        )}
      </Labelled>
    );
  }
  const label = name === 'options' ? t('What can be chosen') : name;
  if (schema.enum) {
    const shown: Record<string, string> = { 'true,false': t('On and off'), 'yes,no': t('Yes and no') };
    return (
      <Labelled label={label} path={`${path}.${name}`}>
        {(control) => <select {...control} value={String(value ?? '')} onChange={(event) => put(event.currentTarget.value)}>{schema.enum!.map((each) => <option key={each} value={each}>{shown[each] ?? each}</option>)}</select>}
      </Labelled>
    );
  }
  if (schema.type === 'array' && schema.items?.properties?.value) return <Options {...{ path, put }} name={label} withKey={'key' in schema.items.properties} options={Array.isArray(value) ? value as Option[] : []} />;
  return <Json {...{ label, value, put }} path={`${path}.${name}`} hint={schema.description} />;
}

/** A member that only its plugin knows. */
function Json({ label, value, put, path, hint }: { label: string; value: unknown; put: (value: unknown) => void; path: string; hint: string | undefined }) {
  const text = useSignal(writeJson(value ?? ''));
  const bad = useSignal('');
  const change = (words: string) => {
    text.value = words;
    try {
      put(readJson(words));
      bad.value = '';
    } catch (error) {
      bad.value = (error as Error).message;
    }
  };
  return (
    <div class="wide">
      <Labelled label={label} path={path} hint={hint}>
        {(control) => <textarea {...control} class="code" rows={3} spellcheck={false} value={text.value} onInput={(event) => change(event.currentTarget.value)} />}
      </Labelled>
      {bad.value && <span class="problem">{t('Not JSON yet, and not saved: {why}', { why: bad.value })}</span>}
    </div>
  );
}

let lastChoice = 0;

/** What can be chosen, one to a line; where the choice has a name of its own, that stands before it. */
function Options({ path, name, options, withKey, put }: { path: string; name: string; options: Option[]; withKey: boolean; put: (options: Option[]) => void }) {
  const { modeling } = useContext(Model);
  // A key for each, which goes along when it is moved.
  const keys = useRef<number[]>([]);
  while (keys.current.length < options.length) keys.current.push(++lastChoice);
  keys.current.length = options.length;
  const list = useRef<HTMLOListElement>(null);
  const set = (index: number, members: Partial<Option>) => put(options.map((each, at) => (at === index ? { ...each, ...members } : each)));
  const move = (from: number, by: number) => {
    const to = from + by;
    if (to < 0 || to >= options.length) return;
    const next = [...options];
    next.splice(to, 0, ...next.splice(from, 1));
    keys.current.splice(to, 0, ...keys.current.splice(from, 1));
    put(next);
    const active = document.activeElement as HTMLElement | null;
    requestAnimationFrame(() => (active?.matches(':enabled') ? active : list.current?.children[to]?.querySelector<HTMLElement>('input'))?.focus());
  };
  const remove = (index: number) => {
    keys.current.splice(index, 1);
    put(options.filter((_, each) => each !== index));
    requestAnimationFrame(() => {
      const row = list.current?.children[Math.min(index, options.length - 2)];
      (row?.querySelector<HTMLElement>('button:last-of-type') ?? list.current?.closest('fieldset')?.querySelector<HTMLElement>(':scope > button'))?.focus();
    });
  };
  const add = (event: MouseEvent) => {
    const box = (event.currentTarget as HTMLElement).closest('fieldset');
    put([...options, withKey ? { key: '', value: '' } : { value: '' }]);
    requestAnimationFrame(() => box?.querySelector<HTMLElement>('li:last-child input')?.focus());
  };
  const whole = problemAt(modeling.problems.value, `${path}.options`);
  return (
    <fieldset class="field wide">
      <legend>{name}</legend>
      <ol class="options" ref={list}>
        {options.map((option, index) => {
          const at = `${path}.options[${index}]`;
          const told = modeling.problems.value.find((each) => each.path === at || each.path.startsWith(`${at}.`))?.message;
          const pressed = (event: KeyboardEvent) => {
            if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
            event.preventDefault();
            move(index, event.key === 'ArrowUp' ? -1 : 1);
          };
          return (
            <li key={keys.current[index]} onKeyDown={pressed}>
              {withKey && <input type="text" aria-label={t('Name of choice {number}', { number: index + 1 })} placeholder={t('Name')} value={option.key ?? ''} onInput={(event) => set(index, { key: event.currentTarget.value })} />}
              <input type="text" class="code" aria-invalid={told ? true : undefined} aria-label={t('Value of choice {number}', { number: index + 1 })} placeholder={t('Value')} value={option.value} onInput={(event) => set(index, { value: event.currentTarget.value })} />
              <button type="button" class="quiet small" disabled={index === 0} aria-label={t('Move choice {number} up', { number: index + 1 })} onClick={() => move(index, -1)}>↑</button>
              <button type="button" class="quiet small" aria-label={t('Remove choice {number}', { number: index + 1 })} onClick={() => remove(index)}>✕</button>
              {told && <span class="problem">{told}</span>}
            </li>
          );
        })}
      </ol>
      {whole && <span class="problem">{name} {whole}</span>}
      <button type="button" class="small" onClick={add}>{t('Add a choice')}</button>
    </fieldset>
  );
}

/** The value that new objects begin with, in the control that their form has. */
function Beginning({ node, path, set }: { node: Node; path: string; set: (members: Partial<Metafield>) => void }) {
  const { modeling } = useContext(Model);
  const { value: _, children: __, title: ___, key: ____, required: _____, ...rules } = fieldOfNode(node);
  const shape = writeJson(rules);
  const field = useMemo(() => fieldOf({ ...rules, title: t('New objects begin with'), value: node.def.peek().value, children: node.def.peek().children }), [shape, node]);
  const touched = () => {
    const { value, children } = plain(field);
    modeling.setUnclear(node, !!field.unfinished.peek() && field.def.type !== 'json');
    set(isRepeater(node.def.peek()) ? { children: children ?? [] } : { value });
  };
  useEffect(() => () => modeling.setUnclear(node, false), [field]); // what was typed goes with its control
  return <div class="wide"><Form.Provider value={{ bucket: modeling.bucket, touched, problems: modeling.problems }}><FieldView field={field} path={path} /></Form.Provider></div>;
}
