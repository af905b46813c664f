import type { RenderedPage, RenderRequest } from '@solvent/federation';
import { storeLayout } from '@solvent/federation/manifest';
import { findRelease } from '@solvent/releases';
import type { ReleaseStore } from '@solvent/releases';
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { within } from '../../../platform/within.ts';
import type { BundleName, FromWorker, Got, ToWorker } from './messages.ts';

/** `GET` of the API, for a page. */
export type GetForPage = (path: string) => Promise<Got>;

/** Makes pages ahead of any browser, of the server bundles of releases, in a process of its own. */
export interface Renderer {
  /** @throws where the page could not be made: what the reason was stands in the error */
  render: (request: RenderRequest, get: GetForPage) => Promise<RenderedPage>;
  close: () => void;
}

/** A page that takes so long (ms) is one of a process that hangs: it is ended. */
const HANGS = 2000;
/** What a page asks the API for may take so long (ms). */
const DATA = 250;
/** So many pages wait at most. */
const WAITING = 20;
/** After so many pages a process makes room for a new one: what remotes leave behind is gone with it. */
const PAGES = 5000;
const HEAP_MB = 192;

interface Job {
  get: GetForPage;
  done: (page: RenderedPage) => void;
  failed: (error: Error) => void;
}

interface Worker {
  process: ChildProcess;
  jobs: Map<number, Job>;
  pages: number;
  /** Begins anew with each page that is done. */
  watch?: NodeJS.Timeout | undefined;
}

/**
 * @param store where the bundles are
 * @param script the bundle of the worker, which lies beside the server's
 */
export function createRenderer(store: ReleaseStore, script = new URL('render-worker.js', import.meta.url)): Renderer {
  let current: Worker | undefined;
  let count = 0;
  let isClosed = false;

  async function readBundle({ name, version }: BundleName): Promise<string | undefined> {
    const file = (await findRelease(store, name, version))?.build.server;
    const bytes = file === undefined ? undefined : await store.read(storeLayout.file(name, version, file));
    return bytes && String(bytes);
  }

  function start(): Worker {
    const worker: Worker = {
      // Remotes' code runs there: it has none of the server's settings, files and arguments.
      process: fork(script, {
        env: {},
        execArgv: [`--max-old-space-size=${HEAP_MB}`],
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        serialization: 'advanced',
      }),
      jobs: new Map(),
      pages: 0,
    };
    const end = () => {
      clearTimeout(worker.watch);
      if (current === worker) current = undefined;
      for (const { failed } of worker.jobs.values()) failed(new Error('The process that makes pages has ended.'));
      worker.jobs.clear();
    };
    worker.process.on('message', (message: FromWorker) => void receive(worker, message));
    worker.process.on('exit', end);
    worker.process.on('error', end);
    return worker;
  }

  const tell = ({ process }: Worker, message: ToWorker) => {
    if (process.connected) process.send(message, () => undefined);
  };

  /** A process whose page does not come: none of those behind it would. */
  function watch(worker: Worker): void {
    clearTimeout(worker.watch);
    worker.watch = worker.jobs.size > 0 ? setTimeout(() => worker.process.kill('SIGKILL'), HANGS) : undefined;
  }

  async function receive(worker: Worker, message: FromWorker): Promise<void> {
    if (message.type === 'bundle') {
      const value = await readBundle(message.bundle).catch(() => undefined);
      return tell(worker, { type: 'answer', id: message.id, value });
    }
    if (message.type === 'get') {
      const job = worker.jobs.get(message.page);
      const value = await (job && within(DATA, message.path, job.get(message.path)).catch(() => undefined));
      return tell(worker, { type: 'answer', id: message.id, value });
    }
    if (message.type === 'ready') return watch(worker);
    const job = worker.jobs.get(message.id);
    worker.jobs.delete(message.id);
    watch(worker);
    if (message.type === 'rendered') job?.done(message.page);
    else job?.failed(new Error(message.error));
    return retire(worker);
  }

  /** One that made many pages makes those that it has, and no more. */
  function retire(worker: Worker): void {
    if (worker.pages < PAGES) return;
    if (current === worker) current = undefined;
    if (worker.jobs.size === 0) worker.process.kill();
  }

  return {
    render(request, get) {
      if (isClosed) return Promise.reject(new Error('The server ends.'));
      current ??= start();
      const worker = current;
      if (worker.jobs.size >= WAITING) return Promise.reject(new Error('Too many pages wait to be made.'));
      count += 1;
      worker.pages += 1;
      const id = count;
      return new Promise((done, failed) => {
        worker.jobs.set(id, { get, done, failed });
        if (worker.jobs.size === 1) watch(worker);
        tell(worker, { type: 'render', id, request });
      });
    },
    close() {
      isClosed = true;
      current?.process.kill('SIGKILL');
    },
  };
}
