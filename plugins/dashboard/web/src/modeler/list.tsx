// The object types of a bucket, with how much there is of each.
import { useSignal } from '@preact/signals';
import { type ObjectType, wordsOf } from '../api';
import { useLoad } from '../load';
import { fail } from '../messages';
import { address, Link } from '../router';
import { useActions } from '../shell/actions';
import { useTitle } from '../shell/title';
import { plural, t } from '../text';
import { CreateType } from './create';
import { countObjects } from './impact';
import { keysOf } from './model';
import { removeType } from './remove';

async function countAll(bucket: string, types: ObjectType[]): Promise<Map<string, number>> {
  const out = new Map<string, number>();
  for (const { slug } of types) out.set(slug, await countObjects(bucket, slug));
  return out;
}

export function TypeList({ bucket, types }: { bucket: string; types: ObjectType[] }) {
  const asked = useSignal<{ like?: ObjectType } | null>(null);
  const { data: counts } = useLoad(() => countAll(bucket, types), [bucket, types]);
  useTitle(t('Object types'));
  useActions(() => [{ name: t('New object type'), run: () => (asked.value = {}) }]);
  const remove = (type: ObjectType) => removeType(bucket, type, types).catch((error) => fail(wordsOf(error)));
  return (
    <>
      <header class="bar">
        <div class="heading"><h1>{t('Object types')}</h1><p class="faint">{t('What the content of this bucket is made of')}</p></div>
        <div class="actions"><button type="button" class="primary" onClick={() => (asked.value = {})}>{t('New object type')}</button></div>
      </header>
      {types.length === 0 && <p class="empty">{t('There are no object types yet.')}</p>}
      {types.length > 0 && (
        <div class="table plain">
          <table>
            <thead><tr><th scope="col">{t('Type')}</th><th scope="col">{t('Slug')}</th><th scope="col">{t('Fields')}</th><th scope="col">{t('Objects')}</th><th scope="col"><span class="hidden">{t('Actions')}</span></th></tr></thead>
            <tbody>
              {types.map((type) => {
                const objects = counts?.get(type.slug);
                return (
                  <tr key={type.slug}>
                    <th scope="row"><span aria-hidden="true">{type.emoji ?? '📄'} </span><Link to={address(bucket, 'types', type.slug)}>{type.title}</Link></th>
                    <td class="code">{type.slug}</td>
                    <td class="faint">{plural(keysOf(type.metafields).size, '{count} field', '{count} fields')}</td>
                    <td class="faint">{objects === undefined ? '…' : plural(objects, '{count} object', '{count} objects')}</td>
                    <td><span class="tools">
                      <button type="button" class="small" aria-label={t('Duplicate {title}', { title: type.title })} onClick={() => (asked.value = { like: type })}>{t('Duplicate')}</button>
                      <button type="button" class="quiet small" aria-label={t('Delete {title}', { title: type.title })} onClick={() => void remove(type)}>{t('Delete')}</button>
                    </span></td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
      {asked.value && <CreateType bucket={bucket} like={asked.value.like} close={() => (asked.value = null)} />}
    </>
  );
}
