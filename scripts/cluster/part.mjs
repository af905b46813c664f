import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { StartError } from '../setup/start-error.mjs';

/** Time before a stopping process is killed (ms); long, because machines may be busy. A start has no limit while the process runs. */
const STOP_TIMEOUT_MS = 180_000;
const POLL_INTERVAL_MS = 30;
/** The last characters of a program's output, which explain why it ended. */
const MAX_OUTPUT_CHARS = 8000;

const wait = (time) => new Promise((done) => setTimeout(done, time));

/**
 * How to start a program. {@link Part.start} adds its `env` to `options.env`.
 *
 * @typedef {object} PartOptions
 * @property {string} name
 * @property {string[]} command program and arguments
 * @property {string} log file for its output
 * @property {import('node:child_process').SpawnOptions} [options]
 * @property {() => Promise<boolean>} isReady
 * @property {NodeJS.Signals} [stopSignal] requests a graceful stop
 * @property {(pid: number) => void} watch receives the ID of each process, so that a guard can kill it
 * @property {(name: string) => void} [onStart] receives the part's name at each start
 */

/** A program of the cluster. It can be stopped, killed, paused, and started again with the same data. */
export class Part {
  #options;
  #child;
  #ended = Promise.resolve();
  #output = '';
  #env = {};
  #isPaused = false;

  /** @param {PartOptions} options */
  constructor(options) {
    this.#options = options;
  }

  get command() {
    return this.#options.command;
  }

  /** Takes effect at the next start. */
  set command(command) {
    this.#options = { ...this.#options, command };
  }

  get name() {
    return this.#options.name;
  }

  /** Process ID; undefined if the part is not running. */
  get pid() {
    return this.isRunning ? this.#child.pid : undefined;
  }

  get isRunning() {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async isWell() {
    return this.isRunning && (await this.#options.isReady().catch(() => false));
  }

  /** The last characters of the output since the start. */
  output() {
    return this.#output;
  }

  /**
   * Starts the program and waits until it is ready.
   *
   * @param {Record<string, string>} [env] additional variables; default those of the last start
   * @throws {StartError} with the output, if the program exits before
   */
  async start(env = this.#env) {
    if (this.isRunning) throw new Error(`${this.name} runs already.`);
    const { command, options = {}, log, watch, onStart } = this.#options;
    onStart?.(this.name);
    this.#env = env;
    this.#output = '';
    const [program, ...args] = command;
    // A separate process group has two effects: only the cluster receives Ctrl+C and stops its programs in order, and a kill ends
    // the whole group.
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
        this.#output = (this.#output + chunk).slice(-MAX_OUTPUT_CHARS);
      });
    void this.#ended.then(() => file.end());
    if (child.pid !== undefined) watch(child.pid);
    await this.#untilReady();
  }

  async #untilReady() {
    while (this.isRunning && this.#child.pid !== undefined) {
      if (await this.#options.isReady().catch(() => false)) return;
      await wait(POLL_INTERVAL_MS);
    }
    await this.kill();
    throw new StartError(`${this.name} did not start: ${this.#output.trim() || 'it printed nothing'}`);
  }

  /** @param {NodeJS.Signals} signal */
  signal(signal) {
    if (this.isRunning) this.#child.kill(signal);
  }

  /** Kills the program and all processes that it has started. */
  async kill() {
    if (this.isRunning && this.#child.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL');
    await this.#ended;
    this.#isPaused = false;
  }

  /** Requests a graceful stop and waits until the program has ended. */
  async stop() {
    if (this.#isPaused) this.resume();
    this.signal(this.#options.stopSignal ?? 'SIGTERM');
    const timer = setTimeout(() => void this.kill(), STOP_TIMEOUT_MS);
    await this.#ended;
    clearTimeout(timer);
  }

  /** @param {Record<string, string>} [env] see {@link start} */
  async restart(env) {
    await this.stop();
    await this.start(env);
  }

  /** Suspends the program: its connections stay open, but it does not respond. */
  pause() {
    this.#isPaused = true;
    this.signal('SIGSTOP');
  }

  resume() {
    this.#isPaused = false;
    this.signal('SIGCONT');
  }
}
