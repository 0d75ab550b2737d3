// A copy of an object as it is stored, a draft of its own.
import { bucketPath, type Content, get, send, toldToWebhooks } from '../api';
import { asStored, t } from '../text';
import { fieldOf, plain } from './model';

/** Answers its id. */
export async function copyOf(bucket: string, id: string): Promise<string> {
  const path = `${bucketPath(bucket)}/objects`;
  const { object } = await get<{ object: Content & { options?: object } }>(`${path}/${id}?status=any&show_metafields=true&depth=0`);
  const { type, content, locale, thumbnail, options } = object;
  const metafields = (object.metafields ?? []).map((each) => plain(fieldOf(each)));
  const { object: made } = await send<{ object: Content }>('POST', path, {
    type, content, thumbnail, options, metafields, status: 'draft', title: asStored(t('{title} (copy)', { title: object.title })), ...(locale ? { locale } : {}), ...toldToWebhooks,
  });
  return made.id;
}
