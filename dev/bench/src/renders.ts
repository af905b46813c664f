import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { setTimeout as wait } from 'node:timers/promises';
import { APP_KEY_HEADER, SERVED_ELEMENT_ID } from '@solvent/contracts';
import type { ChannelDocument } from '@solvent/federation/manifest';
import { newestGood, openChannel } from '@solvent/releases';
import type { Ports } from '../../../api/src/app.ts';
import { buildRuntimeConfig } from '../../../api/src/features/site/pages.ts';
import type { ApiGet } from '../../../api/src/features/site/rendering/renderer.ts';
import type { App } from '../../../api/src/platform/http/app.ts';
import { withApp } from './bench-app.ts';
import { quantile } from './compare.ts';
import { reportFigures } from './figures.ts';
import type { Figures } from './figures.ts';
import { addManyProblems } from './many-problems.ts';
import { deployBuilds } from './deploy-builds.ts';
import { readProcessUsage } from './process-usage.ts';
import type { ProcessUsage } from './process-usage.ts';

/** The rendering process is replaced after 10,000 pages, so the last measurement is before that. */
const RENDER_COUNT = Math.min(Number(process.env['BENCH_RENDERS'] ?? 10_000), 10_000) - 1;
/** Renders that are not measured: they compile code that later ones reuse. */
const WARM_UP_RENDERS = Math.min(200, Math.floor(RENDER_COUNT / 4));
const CACHED_RESPONSE_COUNT = 2000;
const ORIGIN = 'http://localhost';
const PAGE = '/problems';

/** The rendering process; undefined before it starts. */
let worker: ChildProcess | undefined;
subscribe('child_process', (message) => {
  // The channel publishes messages of this type.
  worker = (message as { process: ChildProcess }).process;
});

function readWorkerUsage(): ProcessUsage {
  if (worker?.pid === undefined) throw new Error('Nothing has rendered yet.');
  return readProcessUsage(worker.pid);
}

async function readLiveChannel({ releases, config }: Ports): Promise<ChannelDocument> {
  const live = await newestGood(releases, config.channel, await openChannel(releases, config.channel).current());
  if (!live) throw new Error('Nothing is live.');
  return live.document;
}

/** Requests each path of the API once and reuses the response, so that only rendering is measured. */
function createRecordedApi(app: App, appKey: string): ApiGet {
  const recorded = new Map<string, ReturnType<ApiGet>>();
  const callApi: ApiGet = async (path) => {
    const url = path.split('?', 1)[0] ?? path;
    const { statusCode: status, body } = await app.inject({ method: 'GET', url, headers: { [APP_KEY_HEADER]: appKey } });
    return { status, body };
  };
  return (path) => {
    const key = path.split('?', 1)[0] ?? path;
    const known = recorded.get(key) ?? callApi(path);
    recorded.set(key, known);
    return known;
  };
}

/** Returns the CPU time of this process (ms). */
function readOwnCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const toQuantiles = (times: readonly number[]) => ({ 'p50, ms': quantile(times, 0.5), 'p99, ms': quantile(times, 0.99) });

/** Measures rendering different pages one after the other. */
async function measureRenders(app: App, ports: Ports): Promise<Figures> {
  const { renderer, config } = ports;
  if (!renderer) throw new Error('This server renders nothing: SERVER_RENDERING is off.');
  const request = { origin: ORIGIN, channel: await readLiveChannel(ports), config: buildRuntimeConfig(config) };
  const get = createRecordedApi(app, config.appKey);
  const times: number[] = [];
  let [began, ownBegan] = [0, 0];
  let first = 0;
  for (let index = 0; index < RENDER_COUNT; index += 1) {
    if (index === WARM_UP_RENDERS) {
      const { cpuMs, memory } = readWorkerUsage();
      [began, ownBegan, first] = [cpuMs, readOwnCpuMs(), memory];
    }
    const started = performance.now();
    const { body } = await renderer.render(
      { ...request, isSignedIn: false, at: Date.now(), url: `${PAGE}?search=word-${index}` },
      get,
    );
    if (!body) throw new Error(`${PAGE} is empty.`);
    if (index >= WARM_UP_RENDERS) times.push(performance.now() - started);
  }
  const { cpuMs, memory, peak } = readWorkerUsage();
  const each = (cpuMs - began) / times.length;
  return {
    'a second on one core': 1000 / each,
    'CPU, ms': each,
    'CPU of the server, ms': (readOwnCpuMs() - ownBegan) / times.length,
    ...toQuantiles(times),
    [`memory after ${WARM_UP_RENDERS}, MB`]: first,
    'memory at the end, MB': memory,
    'peak memory, MB': peak,
  };
}

async function waitUntilCached(app: App): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    const { body } = await app.inject({ method: 'GET', url: PAGE, headers: { accept: 'text/html' } });
    if (body.includes(`id="${SERVED_ELEMENT_ID}"`)) return;
    await wait(100);
  }
  throw new Error(`${PAGE} is not server-rendered.`);
}

/** Measures whole, compressed responses with a cached page. */
async function measureResponses(app: App): Promise<Figures> {
  await waitUntilCached(app);
  const headers = { accept: 'text/html', 'accept-encoding': 'br' };
  const times: number[] = [];
  let began = 0;
  for (let index = -WARM_UP_RENDERS; index < CACHED_RESPONSE_COUNT; index += 1) {
    if (index === 0) began = readOwnCpuMs();
    const started = performance.now();
    await app.inject({ method: 'GET', url: PAGE, headers });
    if (index >= 0) times.push(performance.now() - started);
  }
  const each = (readOwnCpuMs() - began) / CACHED_RESPONSE_COUNT;
  return { 'a second on one core': 1000 / each, 'CPU, ms': each, ...toQuantiles(times) };
}

await withApp(async (app, ports, maintain) => {
  await maintain((db) => addManyProblems(db, 1000));
  const rendered = await measureRenders(app, ports);
  const answered = await measureResponses(app);
  const label = `${RENDER_COUNT.toLocaleString('en-US')} pages of ${PAGE}, each with another search, then ${CACHED_RESPONSE_COUNT.toLocaleString('en-US')} responses with a cached page`;
  reportFigures('renders', label, { rendered: rendered, 'cached, whole response': answered }, []);
}, deployBuilds);
