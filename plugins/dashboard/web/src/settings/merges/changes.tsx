// What a merge request would change, and completing it.
import { ApiError, bucketPath, get, type Metafield, type ObjectType, type Schemas, search, send, toldToWebhooks, typesOf, wordsOf } from '../../api';
import { confirm } from '../../dialog';
import { titlesOf } from '../../editor/relations';
import { HtmlFrame } from '../../editor/texts/frame';
import { useLoad } from '../../load';
import { fail, say } from '../../messages';
import { rightsIn } from '../../rights';
import { address, Link, setQuery } from '../../router';
import { focusHeading } from '../../shell/focus';
import { plural, t } from '../../text';
import { Form } from '../form';
import { Pager, pageNow, pageSize, Problem, Waiting } from '../parts';
import { type Change, relatedIn, type Row, rowsOf, shownAs } from './fields';
import { sourcesOf, titleOfBucket } from './sources';

const readAtOnce = 200;

/** All of them: what completing does is counted before anybody is asked, and a request has a thousand objects at most. */
async function changesOf(path: string): Promise<{ all: Change[]; state: string }> {
  const all: Change[] = [];
  let looked: string | undefined;
  for (let skip = 0; ; skip += readAtOnce) {
    const { changes, total, state } = await get<Schemas['MergeChangeList']>(`${path}/changes${search({ limit: readAtOnce, skip })}`);
    // What changes while it is read is refused when it is completed, so that somebody looks again.
    looked ??= state;
    // How a form is shown is nothing that people read in an object.
    all.push(...changes.map((each) => ({ ...each, fields: each.fields.filter(({ field }) => field !== 'options') })));
    if (skip + readAtOnce >= total) return { all, state: looked };
  }
}

/** Which of these objects readers see. */
async function publishedOf(bucket: string, ids: string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (let at = 0; at < ids.length; at += readAtOnce) {
    const query = { id: { $in: ids.slice(at, at + readAtOnce) } };
    const { objects } = await get<{ objects: { id: string }[] }>(`${bucketPath(bucket)}/objects${search({ query, props: 'id', limit: readAtOnce })}`);
    for (const { id } of objects) found.add(id);
  }
  return found;
}

/** What readers see of it at once, in sentences. */
async function seenAtOnce(bucket: string, changes: Change[]): Promise<string[]> {
  const published = await publishedOf(bucket, changes.flatMap((each) => each.target ?? []));
  const counts = { change: 0, come: 0, go: 0 };
  for (const { target, fields } of changes) {
    const was = published.has(target ?? '');
    const status = fields.find(({ field }) => field === 'status');
    const will = status ? status.to === 'published' : was;
    if (was && will && fields.length) ++counts.change;
    if (!was && will) ++counts.come;
    if (was && !will) ++counts.go;
  }
  return [
    counts.come > 0 && plural(counts.come, '{count} object is published by it: readers see it at once.', '{count} objects are published by it: readers see them at once.'),
    counts.change > 0 && plural(counts.change, '{count} object is published already: readers see the change at once.', '{count} objects are published already: readers see the changes at once.'),
    counts.go > 0 && plural(counts.go, '{count} object that is published becomes a draft: readers no longer see it.', '{count} objects that are published become drafts: readers no longer see them.'),
  ].filter((each) => each !== false);
}

export function Changes({ bucket, types, path, merge, again }: { bucket: string; types: ObjectType[]; path: string; merge: Schemas['MergeRequest']; again: () => void }) {
  const page = pageNow();
  const source = merge.source_bucket;
  // Read again with the request: once that is no longer open, nobody asks for them.
  const { data, error } = useLoad(() => changesOf(path), [path, merge]);
  const both = sourcesOf(bucket).some((each) => each.slug === source);
  const { data: sourceTypes } = useLoad(() => (both ? typesOf(source) : Promise.resolve([])), [source]);
  const { publish } = rightsIn(bucket);
  const are = (action: Change['action']) => data?.all.filter((each) => each.action === action) ?? [];
  const [gone, made, edited, same] = [are('gone'), are('create'), are('edit'), are('none')];
  const changed = data?.all.filter((each) => each.action === 'create' || each.action === 'edit') ?? [];
  const shown = changed.slice((page - 1) * pageSize, page * pageSize).map((change) => {
    const known = [types, sourceTypes ?? []].flatMap((list) => list.find((each) => each.slug === change.type) ?? []);
    const fieldOf = (key: string): Metafield | undefined => known.flatMap((type) => type.metafields).find((each) => each.key === key);
    return { change, name: known[0]?.singular ?? change.type, rows: rowsOf(change, fieldOf) };
  });
  const related = [...new Set(shown.flatMap(({ rows }) => relatedIn(rows)))];
  // Here first: a relation to what is in both buckets leads to the one that is here.
  const { data: titles } = useLoad(() => titlesOf(both ? [bucket, source] : [bucket], related), [related.join()]);
  const titleOf = (id: string) => titles?.get(id) ?? id;
  const complete = async () => {
    const seen = await seenAtOnce(bucket, changed);
    const drafts = changed.filter((each) => each.ends_draft).length;
    const told = [
      made.length > 0 && plural(made.length, '{count} object is new.', '{count} objects are new.'),
      edited.length > 0 && plural(edited.length, '{count} object that is here is overwritten.', '{count} objects that are here are overwritten.'),
      drafts > 0 && plural(drafts, '{count} draft that is prepared here ends.', '{count} drafts that are prepared here end.'),
      ...seen,
    ].filter(Boolean).join(' ');
    const words = told || t('Nothing changes here: all of its objects are the same already.');
    if (!(await confirm(t('Complete the merge request?'), words, t('Complete it'), seen.length > 0))) return;
    try {
      await send('POST', `${path}/complete`, { ...toldToWebhooks, state: data!.state });
    } catch (problem) {
      if (!(problem instanceof ApiError && problem.status === 409)) throw problem;
      // What stands here is over: somebody else has completed or closed it, or its objects have changed.
      fail(wordsOf(problem));
      done();
      return;
    }
    say(t('The merge request is completed: its objects are here as they are in {title}.', { title: titleOfBucket(source) }));
    done();
  };
  const done = () => {
    again();
    focusHeading();
  };
  return (
    <>
      <div class="bar below"><h2>{t('What would change')}</h2></div>
      <Problem text={error} />
      {!data && !error && <Waiting />}
      {data && (
        <>
          <p role="status">{[
            made.length > 0 && plural(made.length, '{count} new object', '{count} new objects'),
            edited.length > 0 && plural(edited.length, '{count} changed object', '{count} changed objects'),
            same.length > 0 && plural(same.length, '{count} object is the same already', '{count} objects are the same already'),
            gone.length > 0 && plural(gone.length, '{count} object is gone', '{count} objects are gone'),
          ].filter(Boolean).join(' · ')}</p>
          {gone.length > 0 && <Gone {...{ gone, source }} />}
          {shown.map((each) => <OneChange key={each.change.source} {...each} titleOf={titleOf} />)}
          <Pager inOrder total={changed.length} go={(to) => setQuery({ page: to > 1 ? String(to) : undefined })} />
          {both && publish && !gone.length && (
            <section class="card operate">
              <Form label={t('Complete')} button={t('Complete it')} action={complete}>
                <p>{t('All of it happens at once, or nothing does. Types, files and related objects that are missing here come with it.')}</p>
              </Form>
            </section>
          )}
          {!(both && publish) && <p class="notice">{t('It takes an administrator of both buckets who may publish to complete it.')}</p>}
        </>
      )}
    </>
  );
}

/** Why it cannot be completed any more, and what to do instead. What the trash has comes with its title. */
function Gone({ gone, source }: { gone: Change[]; source: string }) {
  const title = titleOfBucket(source);
  return (
    <section class="notice gone">
      <p>{plural(gone.length, '{count} object no longer exists in {title}, so this merge request cannot be completed. Close it and make a new one of the others.',
        '{count} objects no longer exist in {title}, so this merge request cannot be completed. Close it and make a new one of the others.', { title })}</p>
      <details open={gone.length <= 8}>
        <summary>{t('Which are gone')}</summary>
        <ul>{gone.map((each) => <li key={each.source}>{each.title || <span class="code">{each.source}</span>}</li>)}</ul>
      </details>
      {gone.some((each) => each.title) && <p>{t('What stands here with its title is in the trash. Once it is restored, the merge request can be completed:')} <Link to={address(source, 'trash')}>{t('Trash of {title}', { title })}</Link></p>}
    </section>
  );
}

function OneChange({ change, name, rows, titleOf }: { change: Change; name: string; rows: Row[]; titleOf: (id: string) => string }) {
  const edits = change.action === 'edit';
  return (
    <details class="card change" open={rows.length <= 12}>
      <summary>
        <strong>{change.title}</strong> <span class="faint">{[name, change.locale].filter(Boolean).join(' · ')}</span>{' '}
        <span class={`badge ${edits ? 'draft' : 'live'}`}>{!edits ? t('New') : rows.length ? plural(rows.length, '{count} field', '{count} fields') : t('Changed')}</span>
      </summary>
      {change.ends_draft && <p class="notice">{t('A draft of it is prepared here. Completing ends it.')}</p>}
      {!change.fields.length && <p class="faint">{t('Only how its form is shown differs.')}</p>}
      {rows.length > 0 && (
        <div class="table plain">
          <table aria-label={change.title}>
            <thead><tr><th scope="col">{t('Field')}</th>{edits && <th scope="col">{t('Here')}</th>}<th scope="col">{t('There')}</th></tr></thead>
            <tbody>
              {rows.map((row, index) => {
                const words = (named: (id: string) => string) => row.values.map((value) => shownAs(row.type, value, named));
                const told = words(titleOf);
                // Two objects may have one title.
                const [from, to] = told[0] === told[1] ? words((id) => `${titleOf(id)} (${id})`) : told;
                return (
                  <tr key={index}>
                    <th scope="row">{row.title}</th>
                    {edits && <td class="version" data-label={t('Here')}>{from ? <Told row={row} text={from} where={t('Here')} Mark="del" /> : <Empty row={row} value={row.values[0]} />}</td>}
                    <td class="version" data-label={t('There')}>{to ? <Told row={row} text={to} where={t('There')} Mark="ins" /> : <Empty row={row} value={row.values[1]} />}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}

/** HTML is shown as readers see it. Where that is the same on both sides, its source is not. */
function Told({ row, text, where, Mark }: { row: Row; text: string; where: string; Mark: 'del' | 'ins' }) {
  if (row.type !== 'html-textarea') return <Mark>{text}</Mark>;
  return (
    <>
      <HtmlFrame html={text} title={`${row.title}: ${where}`} />
      <details><summary>{t('Source')}</summary><Mark>{text}</Mark></details>
    </>
  );
}

function Empty({ row: { type, values }, value }: { row: Row; value: unknown }) {
  const words = type !== 'repeating_item' ? t('empty') : !value ? t('is not there') : values.every(Boolean) ? t('other settings') : t('empty');
  return <span class="faint">{words}</span>;
}
