// Another bucket, at the place where one was in it.
import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type BucketRole, session } from '../api';
import { Dialog } from '../dialog';
import { nameOfRole } from '../rights';
import { address, go, lastPlace, Link, place } from '../router';
import { t } from '../text';

const worthSearching = 7;
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Two buckets may have one title. */
const nameIn = (buckets: BucketRole[], { slug, title }: BucketRole) =>
  buckets.some((other) => other.title === title && other.slug !== slug) ? `${title} (${slug})` : title;

export function BucketRows({ buckets, chosen, then }: { buckets: BucketRole[]; chosen?: string; then?: () => void }) {
  const words = useSignal('');
  const shown = buckets.filter((each) => plain(`${each.title} ${each.slug}`).includes(plain(words.value.trim())));
  const first = (event: SubmitEvent) => {
    event.preventDefault();
    if (!shown[0]) return;
    void go(lastPlace(shown[0].slug));
    then?.();
  };
  return (
    <>
      {buckets.length > worthSearching && (
        <form role="search" onSubmit={first}>
          <input type="search" aria-label={t('Search buckets')} placeholder={t('Search buckets')} autofocus onInput={(event) => (words.value = event.currentTarget.value)} />
        </form>
      )}
      <ul class="rows buckets" onClick={(event) => (event.target as Element).closest('a') && then?.()}>
        {shown.map((each) => (
          <li key={each.slug}>
            <Link to={each.slug === chosen ? address(each.slug) : lastPlace(each.slug)} aria-current={each.slug === chosen ? 'page' : undefined}>{nameIn(buckets, each)}</Link>
            <span class="faint">{nameOfRole(each.role)}</span>
          </li>
        ))}
      </ul>
      <p role="status" class="faint">{shown.length ? '' : t('No bucket is called that.')}</p>
    </>
  );
}

const open = signal(false);

export function Switcher({ bucket }: { bucket: string }) {
  const buckets = session.value?.buckets ?? [];
  const title = buckets.find((each) => each.slug === bucket)?.title ?? bucket;
  if (buckets.length < 2) return <strong class="ofbucket">{title}</strong>;
  return (
    <button type="button" class="switch-bucket" aria-haspopup="dialog" aria-label={t('Bucket: {title}. Choose another', { title })} onClick={() => (open.value = true)}>
      <span>{title}</span><span aria-hidden="true">▾</span>
    </button>
  );
}

/** Beside the frame, not in its header: a dialog has a bar of its own. */
export function SwitcherDialog() {
  useEffect(() => () => void (open.value = false), []);
  if (!open.value) return null;
  return (
    <Dialog title={t('Buckets')} onClose={() => (open.value = false)}>
      <BucketRows buckets={session.value?.buckets ?? []} chosen={place.value.path[0]} then={() => (open.value = false)} />
    </Dialog>
  );
}
