import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { ROOT } from './root.mjs';
import { StartError } from './start-error.mjs';

const END_WITH_PARENT = pathToFileURL(join(ROOT, 'scripts/setup/end-with-parent.mjs')).href;

/** How long a service may take to finish what is under way, in ms. */
const TIMEOUT = 10_000;

/** Interval of readiness checks (ms). */
const POLL = 50;

/** Maximum number of characters of a quiet service's output in the error about its exit. */
const KEPT_OUTPUT = 4000;

/** Explains why a service exited unexpectedly, and what to do. */
function describeEnd(name, { code, signal, hasSpoken, output }) {
  // Its own error output is more useful than the exit code.
  if (hasSpoken && code) return '';
  if (signal === 'SIGKILL')
    return `${name} was killed (SIGKILL), probably because the system ran out of memory: free some memory and start again.`;
  const last = output.trim();
  const ended = `${name} ended by itself (${signal ?? `code ${code}`})`;
  return last === '' ? `${ended}.` : `${ended}. Last output:\n${last}`;
}

/** The services of a start: they stop together. */
export class Services {
  #children = new Map();
  #stopping = false;
  #fail;
  /** Rejects with a {@link StartError} when a service ends without being stopped. */
  failure = new Promise((_done, fail) => (this.#fail = fail));

  constructor() {
    this.failure.catch(() => {}); // the caller of this promise gets the error
  }

  /**
   * Starts a Node program that runs until it is stopped.
   *
   * @param {string} name as people know it
   * @param {string[]} args of node
   * @param {object} [options]
   * @param {Record<string, string | undefined>} [options.env] variables besides those of this process
   * @param {string} [options.cwd] folder to run in
   * @param {boolean} [options.quiet] shows its errors only
   * @param {(message: unknown) => void} [options.onMessage] receives its IPC messages
   */
  start(name, args, { env = {}, cwd = ROOT, quiet = false, onMessage } = {}) {
    const child = spawn(process.execPath, ['--import', END_WITH_PARENT, ...args], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', 'pipe', 'ipc'],
    });
    let hasSpoken = false;
    let output = '';
    child.stdout?.on('data', (chunk) => (output = (output + chunk).slice(-KEPT_OUTPUT)));
    child.stderr.on('data', (chunk) => {
      hasSpoken = true;
      process.stderr.write(chunk);
    });
    if (onMessage) child.on('message', onMessage);
    this.#children.set(name, child);
    child.once('close', (code, signal) => {
      this.#children.delete(name);
      if (!this.#stopping) this.#fail(new StartError(describeEnd(name, { code, signal, hasSpoken, output })));
    });
  }

  /**
   * Waits until an address answers with a success. There is no time limit while the services run, because a slow machine is not a
   * failure.
   *
   * @param {string} url @throws StartError if a service exits before
   */
  ready(url) {
    return Promise.race([answers(url, () => this.#stopping), this.failure]);
  }

  /** Stops all of them; what does not end in time is killed. */
  async stop() {
    this.#stopping = true;
    await Promise.all([...this.#children.values()].map(stopped));
  }
}

function stopped(child) {
  return new Promise((done) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT);
    child.once('close', () => {
      clearTimeout(timer);
      done();
    });
    child.kill('SIGTERM');
  });
}

async function answers(url, isOver) {
  while (!isOver()) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, POLL));
  }
  throw new StartError('');
}
