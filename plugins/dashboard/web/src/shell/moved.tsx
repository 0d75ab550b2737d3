// An object type that has got another slug: what is open of it goes on at its new address, with what is typed there.
import { useEffect } from 'preact/hooks';
import { bucketPath, type Content, get, type ObjectType } from '../api';
import { isOf, originOf } from '../editor/drafts';
import { useLoad } from '../load';
import { address, go, Link, place } from '../router';
import { t } from '../text';
import { goesOn } from './goeson';

const before = new Map<string, ObjectType[]>(); // the types of a bucket, when that of the address was last one of them

/** The type of an address, also under the slug that it had while it was shown here. */
export function typeAt(bucket: string, slug: string | undefined, types: ObjectType[]): ObjectType | undefined {
  const found = types.find((each) => each.slug === slug);
  if (found) before.set(bucket, types);
  const known = before.get(bucket) ?? [];
  const former = known.find((each) => each.slug === slug);
  return found ?? (former && types.find((each) => !known.some((one) => one.slug === each.slug) && isOf(originOf(former), each, types)));
}

/** Takes the screen that is shown to the address of its type. */
export function useOwnAddress(type: ObjectType | undefined): void {
  useEffect(() => {
    const [bucket, screen, slug, ...rest] = place.peek().path;
    if (!type || screen !== 'objects' || slug === type.slug) return;
    goesOn([bucket, screen, slug, ...rest].join('/'), [bucket, screen, type.slug, ...rest].join('/'));
    void go(address(bucket!, screen, type.slug, ...rest) + location.search, { replace: true, force: true });
  }, [type?.slug]);
}

/** No type has the slug: an object has the type that it has now. */
export function NoType({ bucket, slug, id }: { bucket: string; slug: string; id: string | undefined }) {
  const isStored = id && id !== 'new';
  const { data, loading } = useLoad(async () => {
    if (!isStored) return null;
    return (await get<{ object: Content }>(`${bucketPath(bucket)}/objects/${encodeURIComponent(id)}?status=any&props=id,type`)).object.type;
  }, [bucket, id]);
  const moves = !!data && data !== slug;
  useEffect(() => {
    if (moves) void go(address(bucket, 'objects', data, ...place.peek().path.slice(3)) + location.search, { replace: true, force: true });
  }, [data]);
  if (isStored && (loading || moves)) return <p class="waiting" role="status">{t('Loading…')}</p>;
  return <p role="alert" class="problem">{t('There is no object type “{type}” here.', { type: slug })} <Link to={address(bucket)}>{t('Home')}</Link></p>;
}
