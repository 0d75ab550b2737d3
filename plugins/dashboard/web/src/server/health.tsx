// How the server is at a glance: its checks, and its numbers over the last hour, from the server itself.
import { useEffect } from 'preact/hooks';
import { get, type Schemas } from '../api';
import { fullTime } from '../format';
import { useLoad } from '../load';
import { address, Link } from '../router';
import { Heading, Problem, Waiting } from '../settings/parts';
import { locale, plural, t } from '../text';
import { type Line, Plot, type Values, withUnit } from './plot';

type Metrics = Schemas['ServerMetrics']['metrics'];
type Series = Metrics['series'][number];
const anHour = 3600;
const lookAgain = 10_000;
const fewest = 30;

const read = async () => {
  const [{ health }, { metrics }, { plugins }] = await Promise.all([
    get<Schemas['ServerHealth']>('/server/health'), get<Schemas['ServerMetrics']>('/server/metrics'), get<Schemas['ServerPluginList']>('/server/plugins'),
  ]);
  return { health, metrics, failed: plugins.filter((each) => each.state === 'failed') };
};

function useNow() {
  const loaded = useLoad(read, []);
  useEffect(() => {
    const timer = setInterval(() => document.hidden || loaded.again(), lookAgain);
    return () => clearInterval(timer);
  }, []);
  return loaded;
}

const drawn = new Set(['requests', 'errors', 'latency_50', 'latency_95', 'latency_99', 'cache_hits', 'cache_misses', 'cache_bytes', 'database_statements', 'database_in_use',
  'database_waiting', 'memory', 'processor', 'webhooks_queued', 'webhooks_delivered_total', 'webhooks_failed_total', 'connections', 'requests_in_flight', 'requests_queued']);

function share(hits: Values, misses: Values): Values {
  return hits.map((each, index) => {
    const all = (each ?? 0) + (misses[index] ?? 0);
    return all ? ((each ?? 0) / all) * 100 : null;
  });
}

function Plots({ metrics }: { metrics: Metrics }) {
  // A server that has run for ten minutes has plots of ten minutes.
  const points = Math.min(anHour / metrics.step_seconds, Math.max(fewest, ...metrics.series.map((each) => each.values.length)));
  const until = Date.parse(metrics.until ?? '');
  const clock = new Intl.DateTimeFormat(locale(), { timeStyle: 'medium' });
  const timeOf = (back: number) => clock.format(until - back * metrics.step_seconds * 1000);
  const of = (name: string): Values => metrics.series.find((each) => each.name === name)?.values ?? [];
  const has = (name: string): boolean => metrics.series.some((each) => each.name === name);
  const line = (name: string, series: string): Line => ({ name, values: of(series) });
  const shared = { points, timeOf };
  return (
    <div class="plots">
      <Plot {...shared} title={t('Requests')} unit="per_second" lines={[line(t('All'), 'requests'), line(t('Failed with 5xx'), 'errors')]} />
      <Plot {...shared} title={t('Latency')} unit="milliseconds" hint={t('So many of 100 requests took less')} lines={[line('50', 'latency_50'), line('95', 'latency_95'), line('99', 'latency_99')]} />
      <Plot {...shared} title={t('Cache')} unit="percent" hint={t('Reads that needed no database')} lines={[{ name: t('From the cache'), values: share(of('cache_hits'), of('cache_misses')) }]} />
      <Plot {...shared} title={t('Database statements')} unit="per_second" lines={[line(t('Statements'), 'database_statements')]} />
      <Plot {...shared} title={t('Database sessions')} unit="count" lines={[line(t('In use'), 'database_in_use'), line(t('Waiting'), 'database_waiting')]} />
      {has('webhooks_queued') && <Plot {...shared} title={t('Queue of webhooks')} unit="count" hint={t('Deliveries that wait')} lines={[line(t('Waiting'), 'webhooks_queued')]} />}
      {has('webhooks_failed_total') && <Plot {...shared} title={t('Deliveries')} unit="per_second" lines={[line(t('Arrived'), 'webhooks_delivered_total'), line(t('Failed tries'), 'webhooks_failed_total')]} />}
      <Plot {...shared} title={t('Connections')} unit="count" lines={[line(t('Open'), 'connections'), line(t('Being answered'), 'requests_in_flight'), line(t('Waiting'), 'requests_queued')]} />
      <Plot {...shared} title={t('Memory')} unit="bytes" lines={[line(t('The process'), 'memory'), line(t('Of it the cache'), 'cache_bytes')]} />
      <Plot {...shared} title={t('Processor')} unit="percent" hint={t('100 % is one core')} lines={[line(t('In use'), 'processor')]} />
    </div>
  );
}

const lastOf = ({ values, unit }: Series): string => withUnit(values.at(-1), unit);

export function Health() {
  const { data, error } = useNow();
  const problems = data?.health.checks.filter((each) => !each.ok) ?? [];
  const well = data?.health.ok && !data.failed.length;
  return (
    <>
      <Heading title={t('Health')} about={data ? t('Version {version}, running since {time}', { version: data.health.version, time: fullTime(data.health.started_at) }) : ''} />
      <Problem text={error} />
      {!data && !error && <Waiting />}
      {data && (
        <>
          <div class={well ? 'verdict well' : 'verdict'} role="status">
            <strong>{well ? t('All is well') : problems.length ? t('Something is wrong') : data.failed.length ? t('A part of the server is off') : t('The server is not ready')}</strong>
            <span>{plural(data.health.checks.length, '{count} check', '{count} checks')}</span>
          </div>
          {(problems.length > 0 || data.failed.length > 0) && (
            <ul class="rows">
              {problems.map((each) => <li key={each.of + each.name}><span class="problem">{each.of} {each.name}: {each.problem}</span></li>)}
              {data.failed.map((each) => <li key={each.id}><span class="problem"><Link to={address('-', 'server', 'plugins', each.id)}>{each.id}</Link>: {each.reason}</span></li>)}
            </ul>
          )}
          {data.metrics.until ? <Plots metrics={data.metrics} /> : <p class="empty" role="status">{t('The first numbers come some seconds after the start.')}</p>}
          {data.metrics.until && (
            <details class="others">
              <summary>{t('All other numbers')}</summary>
              <dl class="facts">
                {data.metrics.series.filter((each) => !drawn.has(each.name)).map((each) => <div key={each.name}><dt class="code">{each.name}</dt><dd><strong>{lastOf(each)}</strong> <span class="faint">{each.meaning}</span></dd></div>)}
              </dl>
            </details>
          )}
        </>
      )}
    </>
  );
}
