// The form as editors get it, beside the fields that make it. What is typed into it is stored nowhere.
import { useSignal, useSignalEffect } from '@preact/signals';
import { useContext, useMemo } from 'preact/hooks';
import type { Metafield, ObjectType } from '../api';
import { Form } from '../editor/context';
import { Basics } from '../editor/editor';
import { FieldList } from '../editor/fields';
import { type Field, isGroup, plain } from '../editor/model';
import { Editing } from '../editor/state';
import { useLater } from '../load';
import { t } from '../text';
import type { TypeForm } from './model';
import { Model } from './parts';

const typeOf = (form: TypeForm): ObjectType => structuredClone(form);

// What was typed stays where the field is still there.
function keep(typed: Field[], metafields: Metafield[]): Metafield[] {
  return metafields.map((each) => {
    const own = typed.find((field) => field.def.key === each.key && field.def.type === each.type);
    if (!own) return each;
    if (each.type === 'parent') return { ...each, children: keep(own.children.peek(), each.children ?? []) };
    return isGroup(each.type) ? { ...each, children: each.children ?? [] } : { ...each, value: plain(own).value };
  });
}

export function LiveForm() {
  const { modeling } = useContext(Model);
  const shown = useSignal(modeling.form.peek());
  const soon = useLater(150, () => (shown.value = modeling.form.peek()));
  useSignalEffect(() => {
    void modeling.form.value;
    soon();
  });
  const last = useMemo(() => ({ editing: null as Editing | null }), []);
  const type = useMemo(() => typeOf(shown.value), [shown.value]);
  const editing = useMemo(() => {
    const before = last.editing;
    const fresh = new Editing(modeling.bucket, { ...type, metafields: keep(before?.fields.peek() ?? [], type.metafields) }, 'new');
    for (const name of ['title', 'slug', 'content'] as const) if (before) fresh.basics[name].value = before.basics[name].peek();
    return (last.editing = fresh);
  }, [type]);
  const { basics } = editing;
  const problems = useSignal([]);
  return (
    <aside class="pane live" aria-label={t('The form of {type}', { type: type.singular || type.title })}>
      <header class="bar"><h2>{t('As editors see it')}</h2><p class="faint">{t('Try it: nothing is stored.')}</p></header>
      <Form.Provider value={{ bucket: modeling.bucket, touched: () => undefined, problems, trial: true }}>
        <div class="sheet">
          <label class="field big">{t('Title')}<input type="text" value={basics.title.value} onInput={(event) => (basics.title.value = event.currentTarget.value)} /></label>
          <Basics {...{ editing, type }} set={(name, value) => { name.value = value; }} problemOf={() => undefined} />
          <FieldList fields={editing.fields.value} path="" />
        </div>
      </Form.Provider>
    </aside>
  );
}
