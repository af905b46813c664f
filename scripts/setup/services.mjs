import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { ROOT } from './root.mjs';
import { StartError } from './start-error.mjs';

const END_WITH_PARENT = pathToFileURL(join(ROOT, 'scripts/setup/end-with-parent.mjs')).href;

/** Time before a stopping service is killed (ms). */
const STOP_TIMEOUT_MS = 10_000;

/** Interval of readiness checks. */
const POLL_INTERVAL_MS = 50;

/** Length of a quiet service's last output in an error. */
const MAX_OUTPUT_CHARS = 4000;

/** Explains why a service exited unexpectedly, and what to do. */
function describeEnd(name, { code, signal, hasPrintedError, output }) {
  // The service has printed an error, which is more useful than the exit code.
  if (hasPrintedError && code) return '';
  if (signal === 'SIGKILL')
    return `${name} was killed (SIGKILL), probably because the system ran out of memory: free some memory and start again.`;
  const last = output.trim();
  const ended = `${name} ended by itself (${signal ?? `code ${code}`})`;
  return last === '' ? `${ended}.` : `${ended}. Last output:\n${last}`;
}

/** A group of services that stop together. */
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
   * @param {string} name for messages
   * @param {string[]} args arguments of node
   * @param {object} [options]
   * @param {Record<string, string | undefined>} [options.env] additional variables
   * @param {string} [options.cwd] folder to run in
   * @param {boolean} [options.quiet] prints only errors
   * @param {(message: unknown) => void} [options.onMessage] receives IPC messages
   */
  start(name, args, { env = {}, cwd = ROOT, quiet = false, onMessage } = {}) {
    const child = spawn(process.execPath, ['--import', END_WITH_PARENT, ...args], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', 'pipe', 'ipc'],
    });
    let hasPrintedError = false;
    let output = '';
    child.stdout?.on('data', (chunk) => (output = (output + chunk).slice(-MAX_OUTPUT_CHARS)));
    child.stderr.on('data', (chunk) => {
      hasPrintedError = true;
      process.stderr.write(chunk);
    });
    if (onMessage) child.on('message', onMessage);
    this.#children.set(name, child);
    child.once('close', (code, signal) => {
      this.#children.delete(name);
      if (!this.#stopping) this.#fail(new StartError(describeEnd(name, { code, signal, hasPrintedError, output })));
    });
  }

  /**
   * Waits until an address responds with a success. There is no time limit while the services run, because machines may be slow.
   *
   * @param {string} url @throws StartError if a service exits before
   */
  ready(url) {
    return Promise.race([waitForSuccess(url, () => this.#stopping), this.failure]);
  }

  /** Stops all services, and kills those that do not end in time. */
  async stop() {
    this.#stopping = true;
    await Promise.all([...this.#children.values()].map(stopService));
  }
}

function stopService(child) {
  return new Promise((done) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    child.once('close', () => {
      clearTimeout(timer);
      done();
    });
    child.kill('SIGTERM');
  });
}

async function waitForSuccess(url, isOver) {
  while (!isOver()) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((done) => setTimeout(done, POLL_INTERVAL_MS));
  }
  throw new StartError('');
}
