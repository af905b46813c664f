import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { StartError } from '../setup/start-error.mjs';

/**
 * How long a process may take to stop on a busy machine (ms) before it is killed. A start has no limit while the process runs.
 */
const TIMEOUT = 180_000;
const POLL = 30;
/** Characters of a program's output that are kept, to explain why it ended. */
const KEPT = 8000;

const rest = (time) => new Promise((done) => setTimeout(done, time));

/**
 * How a program is started. Its environment is added to `options.env`.
 *
 * @typedef {object} PartOptions
 * @property {string} name
 * @property {string[]} command program and arguments
 * @property {string} log file for its output
 * @property {import('node:child_process').SpawnOptions} [options]
 * @property {() => Promise<boolean>} isReady
 * @property {NodeJS.Signals} [stopSignal] requests a graceful stop
 * @property {(pid: number) => void} watch receives each process, so that none is left behind
 * @property {(name: string) => void} [onStart] receives its name at each start
 */

/** A program of the cluster: it can be killed, stopped, paused, and started again where it was. */
export class Part {
  #given;
  #child;
  #ended = Promise.resolve();
  #output = '';
  #env = {};
  #isPaused = false;

  /** @param {PartOptions} given */
  constructor(given) {
    this.#given = given;
  }

  get command() {
    return this.#given.command;
  }

  /** From its next start on it is another program. */
  set command(command) {
    this.#given = { ...this.#given, command };
  }

  get name() {
    return this.#given.name;
  }

  /** Of the process that runs; undefined: none does. */
  get pid() {
    return this.isRunning ? this.#child.pid : undefined;
  }

  get isRunning() {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Whether it runs and is ready now. */
  async isWell() {
    return this.isRunning && (await this.#given.isReady().catch(() => false));
  }

  /** The last of what it has said since its start. */
  output() {
    return this.#output;
  }

  /**
   * Starts it; settles when it is ready.
   *
   * @param {Record<string, string>} [env] instead of what it was last given besides its own
   * @throws {StartError} with its output, if it exits before
   */
  async start(env = this.#env) {
    if (this.isRunning) throw new Error(`${this.name} runs already.`);
    const { command, options = {}, log, watch, onStart } = this.#given;
    onStart?.(this.name);
    this.#env = env;
    this.#output = '';
    const [program, ...args] = command;
    // A process group of its own: only the cluster receives Ctrl+C and stops its programs in order, and a kill reaches the
    // whole group.
    const child = spawn(program, args, {
      ...options,
      env: { ...options.env, ...env },
      // Node programs detect that their parent ended (end-with-parent.mjs).
      stdio: ['ignore', 'pipe', 'pipe', ...(program === process.execPath ? ['ipc'] : [])],
      detached: true,
    });
    this.#child = child;
    this.#ended = new Promise((done) => {
      child.once('close', done);
      child.once('error', (error) => {
        this.#output += error.message;
        done();
      });
    });
    const file = createWriteStream(log, { flags: 'a' });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        file.write(chunk);
        this.#output = (this.#output + chunk).slice(-KEPT);
      });
    void this.#ended.then(() => file.end());
    if (child.pid !== undefined) watch(child.pid);
    await this.#untilReady();
  }

  async #untilReady() {
    while (this.isRunning && this.#child.pid !== undefined) {
      if (await this.#given.isReady().catch(() => false)) return;
      await rest(POLL);
    }
    await this.kill();
    throw new StartError(`${this.name} did not start: ${this.#output.trim() || 'it printed nothing'}`);
  }

  /** @param {NodeJS.Signals} signal */
  signal(signal) {
    if (this.isRunning) this.#child.kill(signal);
  }

  /** Ends it at once, with all that it has started: nothing of it runs on. */
  async kill() {
    if (this.isRunning && this.#child.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL');
    await this.#ended;
    this.#isPaused = false;
  }

  /** Ends it as an operator does; settles when it has ended. */
  async stop() {
    if (this.#isPaused) this.resume();
    this.signal(this.#given.stopSignal ?? 'SIGTERM');
    const timer = setTimeout(() => void this.kill(), TIMEOUT);
    await this.#ended;
    clearTimeout(timer);
  }

  /** Stops it, and starts it again. @param {Record<string, string>} [env] as {@link start} takes it */
  async restart(env) {
    await this.stop();
    await this.start(env);
  }

  /** Suspends the program: it exists but does not respond. */
  pause() {
    this.#isPaused = true;
    this.signal('SIGSTOP');
  }

  resume() {
    this.#isPaused = false;
    this.signal('SIGCONT');
  }
}
