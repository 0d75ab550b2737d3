// What readers see of an object whose newest version is a draft: nothing, or an earlier version.
import { bucketPath, type Content, get, search } from './api';
import { t } from './text';

/** `live`: readers see it although its newest version is a draft. Where `published_at` was asked for, who was never published needs no look. */
export type Shown = Pick<Content, 'id' | 'status'> & { published_at?: string | null; live?: boolean };

const inAddress = 300; // ids, of the 16 KiB that a request may have

/** Those that readers see: without `status` a read knows that. */
export async function liveAmong(bucket: string, ids: string[]): Promise<Set<string>> {
  const parts = Array.from({ length: Math.ceil(ids.length / inAddress) }, (_, index) => ids.slice(index * inAddress, (index + 1) * inAddress));
  const found = await Promise.all(parts.map((part) =>
    get<{ objects: Shown[] }>(`${bucketPath(bucket)}/objects${search({ query: { id: { $in: part } }, props: 'id', limit: inAddress, total: false })}`)));
  return new Set(found.flatMap((part) => part.objects.map((each) => each.id)));
}

export async function withLive<T extends Shown>(bucket: string, objects: T[]): Promise<T[]> {
  const live = await liveAmong(bucket, objects.filter((each) => each.status === 'draft' && each.published_at !== null).map((each) => each.id));
  return objects.map((each) => (live.has(each.id) ? { ...each, live: true } : each));
}

/** Where all that readers see is the newest version, nothing. */
export function DraftBadge({ of: { status, live } }: { of: Shown }) {
  if (status !== 'draft') return null;
  return live ? <span class="badge changed" title={t('A draft is prepared over what readers see')}>{t('Changed')}</span> : <span class="badge draft">{t('Draft')}</span>;
}
