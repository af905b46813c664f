import type { RenderedPage, RenderHost, RenderRequest } from '@solvent/federation/rendering';
import { storeLayout } from '@solvent/federation/manifest';
import { findRelease } from '@solvent/releases';
import type { ReleaseStore } from '@solvent/releases';
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { withTimeout } from '../../../platform/with-timeout.ts';

export interface BundleId {
  name: string;
  version: string;
}

export type WorkerRequest =
  | { type: 'render'; id: number; request: RenderRequest }
  /** Responds to `bundle` or `get`. */
  | { type: 'response'; id: number; value: unknown };

export type WorkerMessage =
  | { type: 'bundle'; id: number; bundle: BundleId }
  | { type: 'get'; id: number; page: number; path: string }
  | { type: 'rendered'; id: number; page: RenderedPage }
  | { type: 'failed'; id: number; error: string; reason: 'page' | 'data' | 'none' };

/** `end`: the page's code crashed or hung the process; `data`: the API failed; `none`: the release has no server bundle. */
export type RenderFailure = Extract<WorkerMessage, { type: 'failed' }>['reason'] | 'end' | 'busy';

export type ApiGet = RenderHost['get'];
export type ApiResponse = Awaited<ReturnType<ApiGet>>;

export class RenderError extends Error {
  override readonly name = 'RenderError';

  constructor(
    message: string,
    readonly reason: RenderFailure,
  ) {
    super(message);
  }

  /** Whether the page's code would fail again. */
  get isPageFault(): boolean {
    return this.reason === 'page' || this.reason === 'end';
  }
}

export interface Renderer {
  render: (request: RenderRequest, get: ApiGet) => Promise<RenderedPage>;
  close: () => void;
}

/** Longer than the first page of a process takes on a busy machine. That page evaluates all bundles. */
const HANG_TIMEOUT_MS = 20_000;
const API_TIMEOUT_MS = 1000;
/** Part of the hang timeout after which a bundle counts as unreadable: a stalled store ends only the page. */
const BUNDLE_TIMEOUT_PART = 0.75;
const MAX_QUEUED_PAGES = 20;
/** Then a new process replaces it, in case remotes leak memory. */
const MAX_PAGES_PER_PROCESS = 10_000;
const MAX_HEAP_MB = 256;

interface Job {
  get: ApiGet;
  resolve: (page: RenderedPage) => void;
  reject: (error: RenderError) => void;
}

interface Worker {
  process: ChildProcess;
  /** Jobs in order. The first one is in progress. */
  jobs: Map<number, Job>;
  pages: number;
  hangTimer?: NodeJS.Timeout | undefined;
}

/**
 * Builds arguments that forbid code of remotes to read files except `script`, to start processes and to load addons. The empty
 * `env` of the process hides the environment variables.
 */
const buildSandboxArgs = (script: string) => [
  process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission',
  `--allow-fs-read=${script}`,
];

/** Creates a renderer. Its process is killed when a page takes longer than `hangTimeoutMs`. */
export function createRenderer(
  store: ReleaseStore,
  script = new URL('render-worker.js', import.meta.url),
  hangTimeoutMs = HANG_TIMEOUT_MS,
): Renderer {
  let current: Worker | undefined;
  let isClosed = false;

  /** Returns null if the release has no server bundle. @throws if it is missing or modified */
  async function readBundle({ name, version }: BundleId): Promise<string | null> {
    const release = await findRelease(store, name, version);
    const file = release?.build.server;
    if (file === undefined) return null;
    const bytes = await store.read(storeLayout.file(name, version, file));
    const integrity = release?.files.find(({ path }) => path === file)?.integrity;
    if (bytes && integrity === `sha256-${createHash('sha256').update(bytes).digest('base64')}`) return String(bytes);
    throw new Error(`${file} of ${name}@${version} is missing from the store or was modified.`);
  }

  function start(): Worker {
    const path = fileURLToPath(script);
    const worker: Worker = {
      process: fork(path, {
        env: {},
        execArgv: [...buildSandboxArgs(path), `--max-old-space-size=${MAX_HEAP_MB}`, '--no-warnings'],
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        serialization: 'advanced',
      }),
      jobs: new Map(),
      pages: 0,
    };
    const end = () => {
      clearTimeout(worker.hangTimer);
      if (current === worker) current = undefined;
      const [first, ...others] = worker.jobs.values();
      first?.reject(new RenderError('The render process hung or crashed on this page.', 'end'));
      for (const { reject } of others) reject(new RenderError('The render process has exited.', 'busy'));
      worker.jobs.clear();
    };
    worker.process.on('message', (message: WorkerMessage) => void receive(worker, message));
    worker.process.once('exit', end);
    worker.process.once('error', end);
    return worker;
  }

  const send = ({ process }: Worker, message: WorkerRequest) => {
    if (process.connected) process.send(message, () => undefined);
  };

  function restartHangTimer(worker: Worker): void {
    clearTimeout(worker.hangTimer);
    worker.hangTimer = worker.jobs.size > 0 ? setTimeout(() => worker.process.kill('SIGKILL'), hangTimeoutMs) : undefined;
  }

  async function receive(worker: Worker, message: WorkerMessage): Promise<void> {
    if (message.type === 'bundle') {
      const value = await withTimeout(hangTimeoutMs * BUNDLE_TIMEOUT_PART, 'The bundle', readBundle(message.bundle)).catch(
        () => undefined,
      );
      return send(worker, { type: 'response', id: message.id, value });
    }
    if (message.type === 'get') {
      const job = worker.jobs.get(message.page);
      const value = await (job && withTimeout(API_TIMEOUT_MS, message.path, job.get(message.path)).catch(() => undefined));
      return send(worker, { type: 'response', id: message.id, value });
    }
    const job = worker.jobs.get(message.id);
    worker.jobs.delete(message.id);
    restartHangTimer(worker);
    if (message.type === 'rendered') job?.resolve(message.page);
    else job?.reject(new RenderError(message.error, message.reason));
    // A process that rendered many pages finishes its queue.
    if (worker.pages < MAX_PAGES_PER_PROCESS) return;
    if (current === worker) current = undefined;
    if (worker.jobs.size === 0) worker.process.kill('SIGKILL');
  }

  return {
    render(request, get) {
      const refuse = (message: string) => Promise.reject(new RenderError(message, 'busy'));
      if (isClosed) return refuse('The server is stopping.');
      const worker = (current ??= start());
      if (worker.jobs.size >= MAX_QUEUED_PAGES) return refuse('Too many pages are waiting to be rendered.');
      worker.pages += 1;
      const id = worker.pages;
      return new Promise((resolve, reject) => {
        worker.jobs.set(id, { get, resolve, reject });
        if (worker.jobs.size === 1) restartHangTimer(worker);
        send(worker, { type: 'render', id, request });
      });
    },
    close() {
      isClosed = true;
      current?.process.kill('SIGKILL');
    },
  };
}
