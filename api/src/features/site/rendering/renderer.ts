import type { RenderedPage, RenderRequest } from '@solvent/federation/rendering';
import { storeLayout } from '@solvent/federation/manifest';
import { findRelease } from '@solvent/releases';
import type { ReleaseStore } from '@solvent/releases';
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { withTimeout } from '../../../platform/with-timeout.ts';
import type { BundleId, WorkerMessage, ApiResponse, RenderFailure, WorkerRequest } from './messages.ts';

/** `GET` of the API, for a page. @param path with query, from the root of the site */
export type ApiGet = (path: string) => Promise<ApiResponse>;

/** A page could not be made. */
export class RenderError extends Error {
  override readonly name = 'RenderError';

  constructor(
    message: string,
    readonly reason: RenderFailure,
  ) {
    super(message);
  }

  /** Its code is at fault, and would be again. */
  get isPageFault(): boolean {
    return this.reason === 'page' || this.reason === 'end';
  }
}

/** Makes pages ahead of any browser, of the server bundles of releases, in a process of its own: the port. */
export interface Renderer {
  /** @throws RenderError */
  render: (request: RenderRequest, get: ApiGet) => Promise<RenderedPage>;
  close: () => void;
}

interface RendererOptions {
  /** The bundle of the worker, which lies beside the server's. */
  script?: URL;
  /** A page that takes so long (ms) is one of a process that hangs: it is ended. */
  hangTimeoutMs?: number;
  /** What a process may take (MB). */
  maxHeapMb?: number;
}

/** No page takes so long (ms), on a machine that is busy with other things, too: those who wait are given it as browsers draw it. */
const HANG_TIMEOUT_MS = 15_000;
/** So long more (ms) a process has that just began: it evaluates all that it makes pages of, beside a server that begins. */
const START_EXTRA_MS = 10_000;
/** What a page asks the API for may take so long (ms). */
const API_TIMEOUT_MS = 1000;
/** So many pages wait at most. */
const MAX_QUEUED_PAGES = 20;
/** After so many pages a process makes room for a new one: what remotes leave behind is gone with it. */
const MAX_PAGES_PER_PROCESS = 10_000;

interface Job {
  get: ApiGet;
  done: (page: RenderedPage) => void;
  failed: (error: RenderError) => void;
}

interface Worker {
  process: ChildProcess;
  /** In the order in which they are made: the first one is under way. */
  jobs: Map<number, Job>;
  pages: number;
  /** Begins anew with each page that is done. */
  watch?: NodeJS.Timeout | undefined;
}

/**
 * What Node lets a process of remotes' code do: to read its own script, and nothing else of files, processes and addons. Nothing of the
 * server's settings and arguments is there either.
 */
const buildSandboxArgs = (script: string) => [
  process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission',
  `--allow-fs-read=${script}`,
];

/** @param store where the bundles are */
export function createRenderer(
  store: ReleaseStore,
  { script = new URL('render-worker.js', import.meta.url), hangTimeoutMs = HANG_TIMEOUT_MS, maxHeapMb = 256 }: RendererOptions = {},
): Renderer {
  let current: Worker | undefined;
  let count = 0;
  let isClosed = false;

  /** Null where the release has none. @throws where it has one that is not there, or not as it was published */
  async function readBundle({ name, version }: BundleId): Promise<string | null> {
    const release = await findRelease(store, name, version);
    const file = release?.build.server;
    if (file === undefined) return null;
    const bytes = await store.read(storeLayout.file(name, version, file));
    const published = release?.files.find(({ path }) => path === file)?.integrity;
    if (bytes && published === `sha256-${createHash('sha256').update(bytes).digest('base64')}`) return String(bytes);
    throw new Error(`${file} of ${name}@${version} is not in the store as it was published.`);
  }

  function start(): Worker {
    const path = fileURLToPath(script);
    const worker: Worker = {
      process: fork(path, {
        env: {},
        execArgv: [...buildSandboxArgs(path), `--max-old-space-size=${maxHeapMb}`, '--no-warnings'],
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        serialization: 'advanced',
      }),
      jobs: new Map(),
      pages: 0,
    };
    const end = () => {
      clearTimeout(worker.watch);
      if (current === worker) current = undefined;
      const [first, ...others] = worker.jobs.values();
      first?.failed(new RenderError('The process that makes pages hung or died of this one.', 'end'));
      for (const { failed } of others) failed(new RenderError('The process that makes pages has ended.', 'busy'));
      worker.jobs.clear();
    };
    worker.process.on('message', (message: WorkerMessage) => void receive(worker, message));
    worker.process.once('exit', end);
    worker.process.once('error', end);
    return worker;
  }

  const tell = ({ process }: Worker, message: WorkerRequest) => {
    if (process.connected) process.send(message, () => undefined);
  };

  /** A process whose page does not come: none of those behind it would. */
  function watch(worker: Worker, time = hangTimeoutMs): void {
    clearTimeout(worker.watch);
    worker.watch = worker.jobs.size > 0 ? setTimeout(() => worker.process.kill('SIGKILL'), time) : undefined;
  }

  async function receive(worker: Worker, message: WorkerMessage): Promise<void> {
    if (message.type === 'bundle') {
      const value = await readBundle(message.bundle).catch(() => undefined);
      return tell(worker, { type: 'answer', id: message.id, value });
    }
    if (message.type === 'get') {
      const job = worker.jobs.get(message.page);
      const value = await (job && withTimeout(API_TIMEOUT_MS, message.path, job.get(message.path)).catch(() => undefined));
      return tell(worker, { type: 'answer', id: message.id, value });
    }
    const job = worker.jobs.get(message.id);
    worker.jobs.delete(message.id);
    watch(worker);
    if (message.type === 'rendered') job?.done(message.page);
    else job?.failed(new RenderError(message.error, message.reason));
    return retire(worker);
  }

  /** One that made many pages makes those that it has, and no more. */
  function retire(worker: Worker): void {
    if (worker.pages < MAX_PAGES_PER_PROCESS) return;
    if (current === worker) current = undefined;
    if (worker.jobs.size === 0) worker.process.kill('SIGKILL');
  }

  return {
    render(request, get) {
      const refuse = (why: string) => Promise.reject(new RenderError(why, 'busy'));
      if (isClosed) return refuse('The server ends.');
      const isNew = !current;
      const worker = (current ??= start());
      if (worker.jobs.size >= MAX_QUEUED_PAGES) return refuse('Too many pages wait to be made.');
      count += 1;
      worker.pages += 1;
      const id = count;
      return new Promise((done, failed) => {
        worker.jobs.set(id, { get, done, failed });
        if (worker.jobs.size === 1) watch(worker, isNew ? START_EXTRA_MS + hangTimeoutMs : hangTimeoutMs);
        tell(worker, { type: 'render', id, request });
      });
    },
    close() {
      isClosed = true;
      current?.process.kill('SIGKILL');
    },
  };
}
