// What a page costs. Calls of functions, bytes, nodes and changes are the same on every machine, so tests put limits to them. The
// main thread's own processor time, as a part of a fixed piece of work that the same page does in the same run, is for a person to read:
// what others take from the caches of the processor makes it half as long again, or twice.

// What the fixed work takes on the processor for which the limits were written. One of its milliseconds is a
// 50th of the work, wherever the test runs, however busy the machine is, throttled or not.
const workMilliseconds = 50;

// Allocates, hashes and branches, as components do; the sum keeps it from being optimised away.
const work = `(() => {
  const map = new Map();
  let sum = 0;
  for (let index = 0; index < 1_400_000; ++index) {
    map.set(index & 1023, { value: index, text: 'k' + (index & 7) });
    const found = map.get((index * 7) & 1023);
    sum = (sum * 31 + (found ? found.value + found.text.length : 1)) | 0;
  }
  return sum;
})()`;

export class Meter {
  static async of(page) {
    const meter = new Meter();
    meter.page = page;
    meter.debug = await page.context().newCDPSession(page);
    // Time in which the thread runs: what others take of the processor is not counted.
    await meter.debug.send('Performance.enable', { timeDomain: 'threadTicks' });
    return meter;
  }

  async metrics() {
    const { metrics } = await this.debug.send('Performance.getMetrics');
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
  }

  /** Processor milliseconds of the main thread that `action` took. */
  async cost(action) {
    const before = (await this.metrics()).TaskDuration;
    await action();
    return ((await this.metrics()).TaskDuration - before) * 1000;
  }

  /** How many milliseconds of this page are one of the limits' milliseconds. */
  async calibrate() {
    const rounds = [];
    await this.debug.send('Runtime.evaluate', { expression: work });
    for (let round = 0; round < 7; ++round) rounds.push(await this.cost(() => this.debug.send('Runtime.evaluate', { expression: work })));
    rounds.sort((a, b) => a - b);
    return rounds[3] / workMilliseconds;
  }

  /** How many functions of the site's own scripts are called while `action` runs. The engine counts them, and is slow meanwhile. */
  async calls(action) {
    await this.debug.send('Profiler.enable');
    await this.debug.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await action();
    const { result } = await this.debug.send('Profiler.takePreciseCoverage');
    await this.debug.send('Profiler.stopPreciseCoverage');
    await this.debug.send('Profiler.disable');
    const own = result.filter(({ url }) => url.startsWith('http')).flatMap(({ functions }) => functions);
    return own.reduce((sum, { ranges: [{ count }] }) => sum + count, 0);
  }

  /**
   * The bytes of what the page's scripts hold, and its nodes and listeners, after a collection of garbage. The machine code that the engine
   * makes of what runs often is left out: it grows for thousands of rounds, whatever the scripts let go.
   */
  async heap() {
    for (let round = 0; round < 3; ++round) await this.debug.send('HeapProfiler.collectGarbage');
    const { Nodes, JSEventListeners } = await this.metrics();
    const chunks = [];
    const collect = ({ chunk }) => chunks.push(chunk);
    this.debug.on('HeapProfiler.addHeapSnapshotChunk', collect);
    await this.debug.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
    this.debug.off('HeapProfiler.addHeapSnapshotChunk', collect);
    const { snapshot: { meta }, nodes } = JSON.parse(chunks.join(''));
    const [type, size, step] = [meta.node_fields.indexOf('type'), meta.node_fields.indexOf('self_size'), meta.node_fields.length];
    let bytes = 0;
    for (let at = 0; at < nodes.length; at += step) {
      if (meta.node_types[type][nodes[at + type]] !== 'code') bytes += nodes[at + size];
    }
    return { bytes, nodes: Nodes, listeners: JSEventListeners };
  }

  /** The milliseconds of script in each frame of the main thread while `action` runs, from a trace. */
  async frames(action) {
    const events = [];
    const collect = ({ value }) => events.push(...value);
    this.debug.on('Tracing.dataCollected', collect);
    await this.debug.send('Tracing.start', { traceConfig: { includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] }, transferMode: 'ReportEvents' });
    await action();
    const complete = new Promise((resolve) => this.debug.once('Tracing.tracingComplete', resolve));
    await this.debug.send('Tracing.end');
    await complete;
    this.debug.off('Tracing.dataCollected', collect);
    return framesOf(events);
  }
}

const script = new Set(['FunctionCall', 'FireAnimationFrame', 'EventDispatch', 'TimerFire', 'RunMicrotasks', 'EvaluateScript', 'XHRReadyStateChange', 'XHRLoad', 'FireIdleCallback', 'v8.callFunction']);

function framesOf(events) {
  const starts = events.filter((each) => each.name === 'Commit');
  // The page's thread is the one with the most frames.
  const counts = new Map();
  for (const { pid, tid } of starts) counts.set(`${pid}/${tid}`, (counts.get(`${pid}/${tid}`) ?? 0) + 1);
  const thread = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
  const own = events.filter(({ pid, tid }) => `${pid}/${tid}` === thread).sort((a, b) => a.ts - b.ts);
  const frames = [];
  let end = 0; // of the outermost script: what is called within it is counted with it
  for (const event of own) {
    if (event.name === 'Commit') frames.push(0);
    if (!script.has(event.name) || event.ph !== 'X' || event.ts < end || !frames.length) continue;
    end = event.ts + event.dur;
    frames[frames.length - 1] += (event.tdur ?? event.dur) / 1000;
  }
  return frames;
}

export const percentile = (values, part) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))];
