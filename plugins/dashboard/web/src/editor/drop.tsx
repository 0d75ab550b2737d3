// Files that are dropped anywhere on the form: the one field for files takes them, or it is asked which.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import type { Media } from '../api';
import { Dialog } from '../dialog';
import { uploadFirst } from '../media/upload';
import { say } from '../messages';
import { plural, t } from '../text';
import { Form } from './context';
import type { Field } from './model';
import type { Editing } from './state';

type Target = { title: string; set: (name: string) => void };

export function fileTargets(editing: Editing): Target[] {
  const out: Target[] = [];
  const walk = (fields: Field[], titles: string) => {
    for (const field of fields) {
      const title = titles + (field.def.title ?? field.def.key ?? '');
      if (field.def.type === 'file') out.push({ title, set: (name) => { field.value.value = name; editing.touched(); } });
      walk(field.children.peek(), `${title} › `);
      field.items.peek().forEach((item, index) => item.open.peek() && walk(item.children.peek(), `${title} ${index + 1} › `));
    }
  };
  walk(editing.fields.peek(), '');
  out.push({ title: t('Thumbnail'), set: (name) => { editing.basics.thumbnail.value = name; editing.touched(); } });
  return out;
}

/** Puts files that are on their way into the form, which waits for them before it is saved. Where the form is gone when they arrive, that is told. */
export const placing = (editing: Editing) => async (files: File[], coming: Promise<Media[]>, put: (arrived: Media[]) => void): Promise<void> => {
  const placed = coming.then((arrived) => {
    if (!editing.isLeft) put(arrived);
    else for (const { original_name: name } of arrived) say(t('{name} is uploaded, and stands in the media library. The form for it was left.', { name }));
    if (arrived.length === files.length) return [];
    return files.map((each) => each.name).filter((name) => !arrived.some((each) => each.original_name === name));
  });
  editing.arriving.add(placed);
  await placed.finally(() => editing.arriving.delete(placed));
};

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

export function DropForm({ editing, bucket, children }: { editing: Editing; bucket: string; children: ComponentChildren }) {
  const { readonly } = useContext(Form);
  const over = useSignal(false);
  const asked = useSignal<{ files: File[]; targets: Target[] } | null>(null);
  const give = async (files: File[], target: Target) => {
    asked.value = null;
    await placing(editing)(files.slice(0, 1), uploadFirst(bucket, files), ([media]) => media && target.set(media.name));
  };
  const drop = (event: DragEvent) => {
    over.value = false;
    const files = [...event.dataTransfer?.files ?? []];
    if (event.defaultPrevented || !files.length) return; // a field took them itself
    event.preventDefault();
    if (readonly) return;
    const targets = fileTargets(editing);
    if (targets.length === 1) void give(files, targets[0]!);
    else asked.value = { files, targets };
  };
  const drag = (event: DragEvent) => {
    if (!hasFiles(event) || event.defaultPrevented) return void (over.value = false);
    event.preventDefault(); // or the browser opens the file in place of the form
    over.value = !readonly;
  };
  return (
    <form class={over.value ? 'sheet over' : 'sheet'} autocomplete="off" onSubmit={(event) => event.preventDefault()}
      onDragOver={drag} onDragLeave={() => (over.value = false)} onDrop={drop}>
      {children}
      {asked.value && (
        <Dialog title={t('Which field takes {name}?', { name: asked.value.files[0]!.name })} onClose={() => (asked.value = null)}>
          {asked.value.files.length > 1 && <p>{plural(asked.value.files.length - 1, '{count} more goes into the media library.', '{count} more go into the media library.')}</p>}
          <ul class="picks">
            {asked.value.targets.map((target) => <li key={target.title}><button type="button" onClick={() => give(asked.value!.files, target)}>{target.title}</button></li>)}
          </ul>
        </Dialog>
      )}
    </form>
  );
}
