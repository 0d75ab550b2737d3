// Every address of this server, from its own description: what it takes, what it answers, lines that run with the reader's keys.
import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { base, bucketPath, get, type Schemas } from '../api';
import { readJson, writeJson } from '../exact';
import { useLoad } from '../load';
import { place, setQuery } from '../router';
import { plural, t } from '../text';
import { copy, Heading, Problem, Waiting } from './parts';
import { type Call, snippet, type Tongue } from './snippets';

type Json = Record<string, unknown>;
type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; description?: string; schema?: Json; $ref?: string };
type Operation = {
  operationId: string; tags: string[]; summary: string; description?: string; parameters?: Parameter[]; security: Record<string, unknown>[]; servers?: { url: string }[];
  requestBody?: { content?: Record<string, { schema?: Json; example?: unknown; examples?: Record<string, { value: unknown }> }>; $ref?: string };
  responses: Record<string, { description?: string; content?: Record<string, { schema?: Json; example?: unknown; examples?: Record<string, { value: unknown }> }>; $ref?: string }>;
};
type Document = { servers: { url: string }[]; tags: { name: string; description: string }[]; paths: Record<string, Record<string, Operation>>; components: Json };
type Entry = { method: string; path: string; operation: Operation };
type Keys = NonNullable<Schemas['Bucket']['api_access']>;

const read = async (bucket: string) => {
  const [document, answer] = await Promise.all([get<Document>('/openapi.json'), get<Schemas['BucketAnswer']>(bucketPath(bucket))]);
  return { document, keys: answer.bucket.api_access };
};

/** Follows "#/components/…", as far as it goes. */
function follow<T extends { $ref?: string }>(document: Document, thing: T): T {
  let at: unknown = thing;
  for (let steps = 0; steps < 8 && (at as { $ref?: string })?.$ref; ++steps) {
    const path = (at as { $ref: string }).$ref.replace(/^#\//, '').split('/');
    at = path.reduce<unknown>((inside, name) => (inside as Json | undefined)?.[name], document);
  }
  return (at ?? {}) as T;
}

type Content = { schema?: Json; example?: unknown; examples?: Record<string, { value: unknown }> };
function exampleOf(content: Record<string, Content> | undefined): unknown {
  const json = content?.['application/json'];
  return json?.example ?? Object.values(json?.examples ?? {})[0]?.value ?? ((json?.schema?.examples as unknown[] | undefined)?.[0]);
}

function entriesOf(document: Document): Entry[] {
  return Object.entries(document.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })));
}

const who = (operation: Operation): string => {
  const schemes = operation.security.flatMap((each) => Object.keys(each));
  if (!schemes.length) return t('Everybody');
  if (schemes.includes('readKey')) return t('With the read key');
  return schemes.includes('writeKey') ? t('With the write key, or as a member') : t('As a person, with a token');
};

function headersOf(operation: Operation, keys: Keys | undefined, own: boolean): [string, string][] {
  const schemes = operation.security.flatMap((each) => Object.keys(each));
  if (schemes.includes('readKey')) return [['X-Read-Key', own && keys ? keys.read_key : 'READ_KEY']];
  if (schemes.includes('writeKey') && own && keys?.write_key) return [['Authorization', `Bearer ${keys.write_key}`]];
  return schemes.length ? [['Authorization', 'Bearer $INKWELL_TOKEN']] : [];
}

export function Api({ bucket }: { bucket: string }) {
  const { data, error } = useLoad(() => read(bucket), [bucket]);
  const words = place.value.query.get('q') ?? '';
  const of = place.value.query.get('of') ?? '';
  const entries = useMemo(() => (data ? entriesOf(data.document) : []), [data]);
  const typed = words.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = entries.filter(({ method, path, operation }) => typed.every((word) => `${method} ${path} ${operation.summary} ${operation.tags.join(' ')}`.toLowerCase().includes(word)));
  const found = entries.find((each) => each.operation.operationId === of);
  const tags = data?.document.tags.filter((tag) => shown.some((each) => each.operation.tags.includes(tag.name))) ?? [];
  return (
    <>
      <Heading title={t('API reference')} about={t('Every address of this server, to try with your keys.')}>
        <a class="button" href={`${base}/docs`} target="_blank" rel="noreferrer">{t('Guide')}</a>
        <a class="button" href={`${base}/v2/openapi.json`} download="openapi.json">{t('OpenAPI document')}</a>
      </Heading>
      <Problem text={error} />
      {!data && !error && <Waiting />}
      {data && (
        <div class={found ? 'reference chosen' : 'reference'}>
          <section class="addresses" aria-label={t('Addresses')}>
            <input type="search" aria-label={t('Search addresses')} placeholder={t('Search addresses')} value={words} onInput={(event) => setQuery({ q: event.currentTarget.value })} />
            <p role="status" class="faint">{plural(shown.length, '{count} address', '{count} addresses')}</p>
            {tags.map((tag) => (
              <details key={tag.name} open={!!typed.length || !!found?.operation.tags.includes(tag.name)}>
                <summary>{tag.name} <span class="faint">{tag.description}</span></summary>
                <ul>
                  {shown.filter((each) => each.operation.tags.includes(tag.name)).map((each) => (
                    <li key={each.operation.operationId}>
                      <button type="button" class="quiet" aria-current={each === found ? 'true' : undefined} onClick={() => setQuery({ of: each.operation.operationId })}>
                        <span class={`method ${each.method.toLowerCase()}`}>{each.method}</span><span>{each.operation.summary}</span>
                      </button>
                    </li>
                  ))}
                </ul>
              </details>
            ))}
          </section>
          {found ? <One key={of} {...{ bucket, found }} document={data.document} keys={data.keys} /> : <Beginning entries={entries} />}
        </div>
      )}
    </>
  );
}

const first = ['GET {b}/objects', 'GET {b}/objects/{id}', 'POST {b}/objects', 'GET {b}/object-types', 'POST {b}/media'].map((each) => each.replace('{b}', '/v2/buckets/{bucket_slug}'));

/** What most people come for. */
function Beginning({ entries }: { entries: Entry[] }) {
  const found = first.map((each) => entries.find(({ method, path }) => `${method} ${path}` === each)).filter((each) => !!each);
  return (
    <section class="empty">
      <p>{found.length ? t('Choose an address, or begin with one of these.') : t('Choose an address.')}</p>
      <p class="tools">{found.map((each) => <button key={each!.operation.operationId} type="button" class="small" onClick={() => setQuery({ of: each!.operation.operationId })}>{each!.operation.summary}</button>)}</p>
    </section>
  );
}

const tongues: { value: Tongue; label: string }[] = [{ value: 'curl', label: 'curl' }, { value: 'javascript', label: 'JavaScript' }, { value: 'python', label: 'Python' }];
const keptTongue = 'inkwell:snippet';

function One({ bucket, found: { method, path, operation }, document, keys }: { bucket: string; found: Entry; document: Document; keys?: Keys }) {
  const values = useSignal<Record<string, string>>({ bucket_slug: bucket });
  const tongue = useSignal<Tongue>((localStorage.getItem(keptTongue) as Tongue | null) ?? 'curl');
  const own = useSignal(true);
  const answer = useSignal<{ status: number; text: string } | null>(null);
  const parameters = (operation.parameters ?? []).map((each) => follow(document, each)).filter((each) => each.name);
  const [inPath, inQuery] = [parameters.filter((each) => each.in === 'path'), parameters.filter((each) => each.in === 'query')];
  const request = operation.requestBody && follow(document, operation.requestBody);
  const example = exampleOf(request?.content);
  const body = useSignal(example === undefined ? '' : JSON.stringify(example, null, 2));
  const address = path.replace(/\{(\w+)\}/g, (hole, name: string) => (values.value[name] ? encodeURIComponent(values.value[name]!) : hole));
  const query = parameters.filter((each) => each.in === 'query' && values.value[each.name]).map((each): [string, string] => [each.name, values.value[each.name]!]);
  const isJson = (() => {
    try {
      return !body.value || !!JSON.parse(body.value);
    } catch {
      return false;
    }
  })();
  const call: Call = {
    method, url: `${operation.servers?.[0]?.url ?? document.servers[0]?.url ?? ''}${address}`, query,
    headers: [...headersOf(operation, keys, own.value), ...(body.value ? [['Content-Type', 'application/json'] as [string, string]] : [])], body: isJson ? body.value || undefined : undefined,
  };
  const missing = /\{\w+\}/.test(address);
  const runIt = async () => {
    const text = new URLSearchParams(query).toString();
    const response = await fetch(`${base}${address}${text ? `?${text}` : ''}`, { headers: { Accept: 'application/json' }, credentials: 'same-origin' }).catch(() => null);
    if (!response) return void (answer.value = { status: 0, text: t('The server does not answer.') });
    const given = await response.text();
    try {
      answer.value = { status: response.status, text: writeJson(readJson(given), 2) };
    } catch {
      answer.value = { status: response.status, text: given.slice(0, 20_000) };
    }
  };
  const lines = snippet(tongue.value, call);
  const runs = method === 'GET' && operation.responses['200'] && Object.keys(follow(document, operation.responses['200']).content ?? {})[0]?.includes('json');
  return (
    <section class="operation" aria-label={operation.summary}>
      <button type="button" class="small back" onClick={() => setQuery({ of: undefined })}>‹ {t('All addresses')}</button>
      <h2>{operation.summary}</h2>
      <p class="code"><span class={`method ${method.toLowerCase()}`}>{method}</span> {path}</p>
      <p class="faint">{who(operation)}{operation.description && ` · ${operation.description}`}</p>
      {inPath.length > 0 && <Parameters parameters={inPath} values={values} />}
      {request && (
        <>
          <h3><label for="api-body">{t('Body')}</label></h3>
          {example === undefined && <p class="faint">{Object.keys(request.content ?? {}).join(', ')}</p>}
          {example !== undefined && <textarea id="api-body" class="code" rows={Math.min(16, body.value.split('\n').length + 1)} value={body.value} aria-invalid={!isJson} spellcheck={false} onInput={(event) => (body.value = event.currentTarget.value)} />}
          {!isJson && <p role="alert" class="problem">{t('This is not JSON.')}</p>}
        </>
      )}
      <div class="bar below">
        <div class="tools" role="group" aria-label={t('Language of the lines')}>
          {tongues.map((each) => <button key={each.value} type="button" class="small" aria-pressed={tongue.value === each.value} onClick={() => { tongue.value = each.value; localStorage.setItem(keptTongue, each.value); }}>{each.label}</button>)}
        </div>
        <div class="tools">
          <label class="choice"><input type="checkbox" checked={own.value} onChange={(event) => (own.value = event.currentTarget.checked)} />{t('With my keys')}</label>
          <button type="button" class="small" onClick={() => copy(lines)}>{t('Copy the lines')}</button>
          {runs && <button type="button" class="small primary" disabled={missing} onClick={runIt}>{t('Run it here')}</button>}
        </div>
      </div>
      <pre class="code" tabIndex={0} aria-label={t('Lines to run')}>{lines}</pre>
      {answer.value && (
        <div role="status">
          <h3>{t('Answer {status}', { status: String(answer.value.status) })}</h3>
          <pre class="code" tabIndex={0} aria-label={t('Answer')}>{answer.value.text}</pre>
        </div>
      )}
      {inQuery.length > 0 && (
        <details class="answer" open>
          <summary>{plural(inQuery.length, '{count} parameter', '{count} parameters')}</summary>
          <Parameters parameters={inQuery} values={values} />
        </details>
      )}
      <h3>{t('Answers')}</h3>
      {Object.entries(operation.responses).map(([status, each]) => {
        const whole = follow(document, each);
        const shown = exampleOf(whole.content);
        return (
          <details key={status} class="answer">
            <summary><span class={`method s${status[0]}`}>{status}</span> {whole.description}</summary>
            {shown !== undefined && <pre class="code" tabIndex={0} aria-label={t('Example of the answer {status}', { status })}>{JSON.stringify(shown, null, 2)}</pre>}
          </details>
        );
      })}
    </section>
  );
}

function Parameters({ parameters, values }: { parameters: Parameter[]; values: { value: Record<string, string> } }) {
  return (
    <div class="parameters">
      {parameters.map((each) => {
        const choices = each.schema?.enum as string[] | undefined;
        const set = (value: string) => (values.value = { ...values.value, [each.name]: value });
        const id = `api-${each.in}-${each.name}`;
        return (
          <div class="formfield" key={id}>
            <label for={id}><span class="code">{each.name}</span>{each.in === 'path' && <span class="faint"> {t('in the path')}</span>}</label>
            {choices ? (
              <select id={id} value={values.value[each.name] ?? ''} onChange={(event) => set(event.currentTarget.value)}><option value="">–</option>{choices.map((choice) => <option key={choice} value={choice}>{choice}</option>)}</select>
            ) : <input id={id} class="code" value={values.value[each.name] ?? ''} onInput={(event) => set(event.currentTarget.value)} />}
            {each.description && <p class="faint">{each.description}</p>}
          </div>
        );
      })}
    </div>
  );
}
