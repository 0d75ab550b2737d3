import { type Content, type ObjectType, bucketPath, get, search, session } from './api';
import { ago, fullTime } from './format';
import { useLoad } from './load';
import { rightsIn } from './rights';
import { address, Link } from './router';

type Row = Pick<Content, 'id' | 'title' | 'type' | 'status' | 'modified_at' | 'publish_at'>;
const props = 'id,title,type,status,modified_at,publish_at';

function Rows({ bucket, rows, types, when }: { bucket: string; rows: Row[]; types: ObjectType[]; when: (row: Row) => string }) {
  const nameOf = (slug: string) => types.find((type) => type.slug === slug)?.singular ?? slug;
  return (
    <ul class="rows stack">
      {rows.map((row) => (
        <li key={row.id}>
          <Link to={address(bucket, 'objects', row.type, row.id)}>{row.title}</Link>
          <span class="faint">{nameOf(row.type)} · {when(row)}</span>
        </li>
      ))}
    </ul>
  );
}

function Section({ title, query, empty, bucket, types, when }: {
  title: string; query: object; empty: string; bucket: string; types: ObjectType[]; when: (row: Row) => string;
}) {
  const parameters = { status: 'any', query, props, limit: 8, sort: '-modified_at', total: false };
  const { data, error } = useLoad(
    () => get<{ objects: Row[] }>(`${bucketPath(bucket)}/objects${search(parameters)}`), [bucket]);
  return (
    <section class="card">
      <h2>{title}</h2>
      {error && <p class="problem" role="alert">{error}</p>}
      {data && data.objects.length === 0 && <p class="faint">{empty}</p>}
      {data && <Rows bucket={bucket} rows={data.objects} types={types} when={when} />}
    </section>
  );
}

export function Home({ bucket, types }: { bucket: string; types: ObjectType[] }) {
  const name = session.value?.user.first_name;
  const title = session.value?.buckets.find((each) => each.slug === bucket)?.title ?? bucket;
  const { write } = rightsIn(bucket);
  const modified = (row: Row) => ago(row.modified_at);
  return (
    <>
      <header class="bar"><h1>{name ? `Hello, ${name}` : title}</h1></header>
      <div class="cards">
        <Section title="Drafts" query={{ status: 'draft' }} empty="Nothing waits to be finished."
          {...{ bucket, types }} when={(row) => (row.publish_at ? `goes out ${fullTime(row.publish_at)}` : modified(row))} />
        <Section title="Changed last" query={{}} empty="There is no content yet." {...{ bucket, types }} when={modified} />
        <section class="card">
          <h2>Content</h2>
          <ul class="rows">
            {types.map((type) => (
              <li key={type.slug}>
                <Link to={address(bucket, 'objects', type.slug)}><span aria-hidden="true">{type.emoji ?? '📄'} </span>{type.title}</Link>
                {!type.singleton && write(type.slug) && <Link class="faint" to={address(bucket, 'objects', type.slug, 'new')} aria-label={`New ${type.singular}`}>New</Link>}
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  );
}

export function Buckets() {
  const buckets = session.value?.buckets ?? [];
  return (
    <main class="door">
      <h1>Buckets</h1>
      {buckets.length === 0 && <p>You have no role in a bucket yet. Ask an administrator to invite you.</p>}
      <ul class="rows">
        {buckets.map((bucket) => (
          <li key={bucket.slug}><Link to={address(bucket.slug)}>{bucket.title}</Link><span class="faint">{bucket.role}</span></li>
        ))}
      </ul>
    </main>
  );
}
