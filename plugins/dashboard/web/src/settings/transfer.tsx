// The content of the bucket as one file, and a file into the bucket: tried first, then carried out.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ApiError, ask, base, bucketPath, type Problem as Wrong, type Schemas, wordsOf } from '../api';
import { count, size } from '../format';
import { listen } from '../live';
import type { Progress } from '../load';
import { say } from '../messages';
import { plural, t } from '../text';
import { Heading, Table } from './parts';

type Summary = Schemas['TransferSummary'];

const nameOfSection = (section: string): string =>
  ({ media_folders: t('Folders'), media: t('Files'), object_types: t('Object types'), objects: t('Objects') })[section] ?? section;

export function Transfer({ bucket }: { bucket: string }) {
  const path = bucketPath(bucket);
  return (
    <>
      <Heading title={t('Import and export')} about={t('The content of this bucket as one file, and back.')}>
        <a class="button" href={`${base}/v2${path}/export`} download={`${bucket}.json`}>{t('Export')}</a>
      </Heading>
      <section class="card operate">
        <h2>{t('What a file holds')}</h2>
        <p>{t('Object types, objects and drafts, folders, and what is known about files. The bytes of files, users, keys, webhooks and older versions are no part of it.')}</p>
      </section>
      <Import path={path} bucket={bucket} />
    </>
  );
}

function Import({ path, bucket }: { path: string; bucket: string }) {
  const chosen = useSignal<File | null>(null);
  const over = useSignal(false);
  const busy = useSignal<'trial' | 'real' | null>(null);
  const gone = useSignal<Progress | null>(null);
  const summary = useSignal<Summary | null>(null);
  const problem = useSignal('');
  const wrong = useSignal<Wrong[]>([]);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => listen(bucket, (name, event) => {
    const progress = event as unknown as Progress;
    if (name === 'progress' && progress.act === 'import' && busy.peek()) gone.value = progress;
  }), [bucket]);
  const go = async (trial: boolean) => {
    if (!chosen.value || busy.value) return;
    busy.value = trial ? 'trial' : 'real';
    gone.value = null;
    problem.value = '';
    wrong.value = [];
    summary.value = null;
    try {
      const { data } = await ask<Summary>(`${path}/import${trial ? '?dry_run=true' : ''}`, { method: 'POST', file: chosen.value, headers: { 'Content-Type': 'application/json' } });
      summary.value = data;
      if (!trial) say(t('{file} is imported.', { file: chosen.value.name }));
    } catch (error) {
      problem.value = wordsOf(error);
      wrong.value = error instanceof ApiError ? error.problems : [];
    }
    busy.value = null;
  };
  // One that came while another is being tried would stand there untried.
  const take = (file: File | undefined) => {
    if (!file || busy.value) return;
    chosen.value = file;
    void go(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    over.value = false;
    take(event.dataTransfer?.files[0]);
  };
  const changes = Object.values(summary.value?.sections ?? {}).reduce((sum, each) => sum + each.created + each.updated, 0);
  const done = summary.value && !summary.value.dry_run;
  return (
    <section class={over.value ? 'card operate over' : 'card operate'} onDragOver={(event) => { event.preventDefault(); over.value = !busy.value; }} onDragLeave={() => (over.value = false)} onDrop={drop}>
      <h2>{t('Import')}</h2>
      <p>{t('Objects are matched by type, slug and language: what is here is changed, what is not is made. Nothing is deleted. A file is tried first, and nothing changes before you say so.')}</p>
      <p class="tools">
        <input ref={input} type="file" accept="application/json,.json" class="hidden" aria-label={t('File to import')} tabIndex={-1} onChange={(event) => { take(event.currentTarget.files?.[0]); event.currentTarget.value = ''; }} />
        <button type="button" onClick={() => input.current?.click()} disabled={!!busy.value}>{chosen.value ? t('Another file') : t('Choose a file')}</button>
        {chosen.value && <span>{chosen.value.name} <span class="faint">{size(chosen.value.size)}</span></span>}
      </p>
      <div role="status">
        {busy.value && (
          <>
            <p>{busy.value === 'trial' ? t('Trying what it would do …') : t('Importing …')} {gone.value && t('{done} of {total}', { done: gone.value.done, total: gone.value.total })}</p>
            <progress aria-label={t('Import')} max={gone.value?.total || undefined} value={gone.value?.done} />
          </>
        )}
        {summary.value && <p>{done ? t('It is done.') : changes ? t('So it would be. Nothing has changed yet.') : t('Everything in the file is here already.')}</p>}
      </div>
      {problem.value && <p role="alert" class="problem">{problem.value}</p>}
      {wrong.value.length > 0 && <ul class="rows wrong">{wrong.value.map((each) => <li key={each.path + each.message}><span class="code">{each.path}</span><span>{each.message}</span></li>)}</ul>}
      {summary.value && (
        <Table name={t('What the file does')} columns={[t('Part'), t('New'), t('Changed'), t('As they are')]} empty={t('The file is empty.')}
          rows={Object.entries(summary.value.sections).map(([section, { created, updated, unchanged }]) => ({ key: section, cells: [nameOfSection(section), count(created), count(updated), count(unchanged)] }))} />
      )}
      {!!summary.value?.notes.length && (
        <>
          <h3>{t('Remarks')}</h3>
          <ul class="rows">{summary.value.notes.map((each) => <li key={each.note}><span>{each.note}</span><span class="faint">{plural(each.times, 'once', '{count} times')}</span></li>)}</ul>
        </>
      )}
      {summary.value?.dry_run && changes > 0 && <p class="tools"><button type="button" class="primary" disabled={!!busy.value} onClick={() => go(false)}>{t('Import it now')}</button></p>}
    </section>
  );
}
