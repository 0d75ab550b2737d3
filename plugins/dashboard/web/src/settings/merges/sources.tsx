// The buckets that a merge request can take objects from.
import { session } from '../../api';
import { t } from '../../text';

export const titleOfBucket = (slug: string): string => session.value?.buckets.find((each) => each.slug === slug)?.title ?? slug;

/** Those that this person administers, besides the one that it is for. */
export const sourcesOf = (bucket: string) => (session.value?.buckets ?? []).filter((each) => each.slug !== bucket && each.role === 'admin');

export const NoSource = () => <p class="notice">{t('It takes another bucket that you administer, such as one in which things are tried.')}</p>;
