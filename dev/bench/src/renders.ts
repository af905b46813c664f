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
import { addManyProblems } from './many-rows.ts';
import { deployTo } from './own-releases.ts';
import { usageOfProcess } from './process-usage.ts';
import type { ProcessUsage } from './process-usage.ts';

/** After 10,000 pages a process is replaced: the last one that can be measured is the one before. */
const RENDERS = Math.min(Number(process.env['BENCH_RENDERS'] ?? 10_000), 10_000) - 1;
/** The first ones compile what the others run. */
const WARM_UP = Math.min(200, Math.floor(RENDERS / 4));
const ANSWERS = 2000;
const ORIGIN = 'http://localhost';
const PAGE = '/problems';

/** The process that renders, once it is there. */
let worker: ChildProcess | undefined;
subscribe('child_process', (message) => {
  // events of this channel
  worker = (message as { process: ChildProcess }).process;
});

function usageOfWorker(): ProcessUsage {
  if (worker?.pid === undefined) throw new Error('Nothing has rendered yet.');
  return usageOfProcess(worker.pid);
}

async function liveChannel({ releases, config }: Ports): Promise<ChannelDocument> {
  const live = await newestGood(releases, config.channel, await openChannel(releases, config.channel).current());
  if (!live) throw new Error('Nothing is live.');
  return live.document;
}

/** Responses of the API, each requested once and then reused: only rendering is measured. */
function recordedAnswers(app: App, appKey: string): ApiGet {
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

/** Time of the processor (ms) that this process has taken. */
function ownTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const measureTimes = (times: readonly number[]) => ({ 'p50, ms': quantile(times, 0.5), 'p99, ms': quantile(times, 0.99) });

/** Pages one after the other, none like another. */
async function measureRenders(app: App, ports: Ports): Promise<Figures> {
  const { renderer, config } = ports;
  if (!renderer) throw new Error('This server renders nothing: SERVER_RENDERING is off.');
  const request = { origin: ORIGIN, channel: await liveChannel(ports), config: buildRuntimeConfig(config) };
  const get = recordedAnswers(app, config.appKey);
  const times: number[] = [];
  let [began, ownBegan] = [0, 0];
  let first = 0;
  for (let turn = 0; turn < RENDERS; turn += 1) {
    if (turn === WARM_UP) {
      const { busy, memory } = usageOfWorker();
      [began, ownBegan, first] = [busy, ownTime(), memory];
    }
    const started = performance.now();
    const { body } = await renderer.render(
      { ...request, isSignedIn: false, at: Date.now(), url: `${PAGE}?search=word-${turn}` },
      get,
    );
    if (!body) throw new Error(`${PAGE} has nothing in it.`);
    if (turn >= WARM_UP) times.push(performance.now() - started);
  }
  const { busy, memory, peak } = usageOfWorker();
  const each = (busy - began) / times.length;
  return {
    'a second on one core': 1000 / each,
    'processor, ms': each,
    'of the server, ms': (ownTime() - ownBegan) / times.length,
    ...measureTimes(times),
    [`memory after ${WARM_UP}, MB`]: first,
    'memory at the end, MB': memory,
    'at most, MB': peak,
  };
}

async function untilKept(app: App): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    const { body } = await app.inject({ method: 'GET', url: PAGE, headers: { accept: 'text/html' } });
    if (body.includes(`id="${SERVED_ELEMENT_ID}"`)) return;
    await wait(100);
  }
  throw new Error(`${PAGE} does not come as the server renders it.`);
}

/** Whole answers of the server with a page that it keeps, compressed, as visitors get them. */
async function measureAnswers(app: App): Promise<Figures> {
  await untilKept(app);
  const headers = { accept: 'text/html', 'accept-encoding': 'br' };
  const times: number[] = [];
  let began = 0;
  for (let turn = -WARM_UP; turn < ANSWERS; turn += 1) {
    if (turn === 0) began = ownTime();
    const started = performance.now();
    await app.inject({ method: 'GET', url: PAGE, headers });
    if (turn >= 0) times.push(performance.now() - started);
  }
  const each = (ownTime() - began) / ANSWERS;
  return { 'a second on one core': 1000 / each, 'processor, ms': each, ...measureTimes(times) };
}

/** The program: what rendering a page takes, and what answering with one that is kept. */
await withApp(async (app, ports, maintain) => {
  await maintain((db) => addManyProblems(db, 1000));
  const rendered = await measureRenders(app, ports);
  const answered = await measureAnswers(app);
  const label = `${RENDERS.toLocaleString('en-US')} pages of ${PAGE}, each with another search, then ${ANSWERS.toLocaleString('en-US')} answers with one that is kept`;
  reportFigures('renders', label, { 'rendered anew': rendered, 'kept, whole answer': answered }, []);
}, deployTo);
