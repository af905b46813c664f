import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { StartError } from '../setup/start-error.mjs';

/**
 * How long a process may take to stop on a busy machine (ms) before it is killed. A start has no limit while the process runs.
 */
const TIMEOUT = 180_000;
const POLL = 30;
/** So much of what a program says is kept for whoever must find out why it ended. */
const KEPT = 8000;

const rest = (time) => new Promise((done) => setTimeout(done, time));

/**
 * What starts a program: `env` is added to `options.env`.
 *
 * @typedef {object} PartOptions
 * @property {string} name
 * @property {string[]} command program and arguments
 * @property {string} log file that all it says goes to
 * @property {import('node:child_process').SpawnOptions} [options]
 * @property {() => Promise<boolean>} isReady
 * @property {NodeJS.Signals} [stopSignal] what ends it politely
 * @property {(pid: number) => void} watch told of each process, so that none is left behind
 * @property {(name: string) => void} [onStart] receives its name at each start
 */

/** A program of the cluster: it can be killed, stopped, paused, and started again where it was. */
export class Part {
  #given;
  #child;
  #ended = Promise.resolve();
  #said = '';
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
  said() {
    return this.#said;
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
    this.#said = '';
    const [program, ...args] = command;
    // A group of its own: Ctrl+C is heard by the cluster alone, which stops its parts in order, and a kill reaches all of one.
    const child = spawn(program, args, {
      ...options,
      env: { ...options.env, ...env },
      // Programs of Node hear so that their starter is gone (end-with-parent.mjs).
      stdio: ['ignore', 'pipe', 'pipe', ...(program === process.execPath ? ['ipc'] : [])],
      detached: true,
    });
    this.#child = child;
    this.#ended = new Promise((done) => {
      child.once('close', done);
      child.once('error', (error) => {
        this.#said += error.message;
        done();
      });
    });
    const file = createWriteStream(log, { flags: 'a' });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        file.write(chunk);
        this.#said = (this.#said + chunk).slice(-KEPT);
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
    throw new StartError(`${this.name} did not start: ${this.#said.trim() || 'it said nothing'}`);
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

  /** It stands still and answers nobody, though it is there. */
  pause() {
    this.#isPaused = true;
    this.signal('SIGSTOP');
  }

  resume() {
    this.#isPaused = false;
    this.signal('SIGCONT');
  }
}
