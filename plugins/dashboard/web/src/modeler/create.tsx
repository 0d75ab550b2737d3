// A new type, or one like another: asks for its name, and what the server says of it stands there.
import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { ApiError, bucketPath, forgetTypes, type ObjectType, type Problem, send, wordsOf } from '../api';
import { Dialog } from '../dialog';
import { say } from '../messages';
import { address, go } from '../router';
import { t } from '../text';
import { formOf } from './model';

export function CreateType({ bucket, like, close }: { bucket: string; like?: ObjectType; close: () => void }) {
  const id = useId();
  const title = useSignal(like ? t('{type} (copy)', { type: like.title }) : '');
  const singular = useSignal(like?.singular ?? '');
  const emoji = useSignal(like?.emoji ?? '');
  const problems = useSignal<Problem[]>([]);
  const error = useSignal('');
  const create = async (event: SubmitEvent) => {
    event.preventDefault();
    const { slug: _, ...rest } = like ? formOf(like) : { slug: '' };
    const own = { title: title.value.trim(), ...(singular.value.trim() ? { singular: singular.value.trim() } : {}), emoji: emoji.value.trim() || null };
    try {
      const { object_type: made } = await send<{ object_type: ObjectType }>('POST', `${bucketPath(bucket)}/object-types`, { ...rest, ...own });
      forgetTypes(bucket);
      close();
      await go(address(bucket, 'types', made.slug), { force: true });
      say(t('The type “{type}” is there.', { type: made.title }));
    } catch (problem) {
      problems.value = problem instanceof ApiError ? problem.problems : [];
      error.value = problems.value.some((each) => ['title', 'singular', 'emoji'].includes(each.path)) ? '' : wordsOf(problem);
    }
  };
  const input = (name: string, label: string, value: { value: string }, more: object = {}) => {
    const told = problems.value.find((each) => each.path === name)?.message;
    return (
      <div class="field">
        <label for={`${id}-${name}`}>{label}</label>
        <input id={`${id}-${name}`} type="text" value={value.value} aria-invalid={told ? true : undefined} aria-describedby={told ? `${id}-${name}-problem` : undefined} {...more}
          onInput={(event) => (value.value = event.currentTarget.value)} />
        {told && <span id={`${id}-${name}-problem`} class="problem">{label} {told}</span>}
      </div>
    );
  };
  return (
    <Dialog title={like ? t('A type like {type}', { type: like.title }) : t('New object type')} onClose={close}>
      <form onSubmit={create}>
        {input('title', t('Name in the plural'), title, { required: true, maxlength: 1000, autofocus: true })}
        {input('singular', t('Name in the singular'), singular, { maxlength: 1000 })}
        {input('emoji', t('Emoji'), emoji)}
        {error.value && <p role="alert" class="problem">{error.value}</p>}
        <footer><button type="button" onClick={close}>{t('Cancel')}</button><button class="primary">{t('Create the type')}</button></footer>
      </form>
    </Dialog>
  );
}
