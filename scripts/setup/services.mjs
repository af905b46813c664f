import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { ROOT } from './root.mjs';
import { StartError } from './start-error.mjs';

const END_WITH_PARENT = pathToFileURL(join(ROOT, 'scripts/setup/end-with-parent.mjs')).href;

/** How long a service may take to finish what is under way, in ms. */
const TIMEOUT = 10_000;

/** How often is asked whether a service is ready, in ms. */
const POLL = 50;

/** The services of a start: they stop together. */
export class Services {
  #children = new Map();
  #stopping = false;
  #fail;
  /** Rejects with a {@link StartError} when a service ends that nobody stopped. */
  failure = new Promise((_done, fail) => (this.#fail = fail));

  constructor() {
    this.failure.catch(() => {}); // whoever waits for it hears of it
  }

  /**
   * Starts a Node program that runs until it is stopped.
   *
   * @param {string} name as people know it
   * @param {string[]} args of node
   * @param {{ env?: Record<string, string | undefined>, cwd?: string, quiet?: boolean }} [options] variables besides those of
   *   this process; folder to run in; `quiet` shows what goes wrong only
   */
  start(name, args, { env = {}, cwd = ROOT, quiet = false } = {}) {
    const child = spawn(process.execPath, ['--import', END_WITH_PARENT, ...args], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'pipe', 'ipc'],
    });
    let hasSpoken = false;
    child.stderr.on('data', (chunk) => {
      hasSpoken = true;
      process.stderr.write(chunk);
    });
    this.#children.set(name, child);
    child.once('close', (code, signal) => {
      this.#children.delete(name);
      if (this.#stopping) return;
      // What it said itself is worth more than that it ended.
      this.#fail(new StartError(hasSpoken && code ? '' : `${name} ended by itself (${signal ?? `code ${code}`}).`));
    });
  }

  /**
   * Waits until an address answers with a success, or fails when a service ends before.
   *
   * @param {string} url @param {number} seconds at most
   */
  ready(url, seconds = 90) {
    return Promise.race([answers(url, seconds, () => this.#stopping), this.failure]);
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

async function answers(url, seconds, isOver) {
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end && !isOver()) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, POLL));
  }
  throw new StartError(`${url} did not answer within ${seconds} s: see what is printed above.`);
}
