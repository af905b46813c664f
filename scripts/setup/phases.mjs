import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './root.mjs';

/** Interval of progress lines without a spinner (ms). */
const PROGRESS_INTERVAL_MS = { terminal: 5000, log: 30_000 };
/** Interval of updates of the elapsed time. */
const TICK_MS = 1000;

/**
 * A step of a start that takes a while.
 *
 * @typedef {object} Phase
 * @property {(detail: string) => void} report shows the progress, such as `3 of 12, @solvent/api`
 * @property {() => void} done ends the phase, and prints a line with the elapsed time
 * @property {() => void} failed does the same for a failure
 */

/** @returns a spinner; undefined outside of a terminal, and before the packages are installed */
async function createSpinner() {
  if (!existsSync(join(ROOT, 'node_modules/ora'))) return undefined;
  const { default: ora } = await import('ora');
  const spinner = ora({ stream: process.stdout, discardStdin: false });
  return spinner.isEnabled ? spinner : undefined;
}

/**
 * Prints the progress of phases. A terminal shows one animated line for all concurrent phases. Elsewhere, each phase prints a line
 * at its end, and running phases print a line every 30 s.
 *
 * @param {object} [options] replaced by tests
 * @param {(text: string) => void} [options.write]
 * @param {boolean} [options.isTerminal]
 * @param {() => Promise<import('ora').Ora | undefined>} [options.create] creates the spinner
 */
export function createPhases({
  write = (text) => process.stdout.write(text),
  isTerminal = process.stdout.isTTY,
  create = createSpinner,
} = {}) {
  /** @type {Set<{ title: string, detail: string, startedAt: number }>} */
  const running = new Set();
  /** @type {import('ora').Ora | undefined} */
  let spinner;
  let isCreating = false;
  let timer;
  let printedAt = 0;

  const getSeconds = ({ startedAt }) => (performance.now() - startedAt) / 1000;
  const describe = (phase) => `${phase.title}${phase.detail && `: ${phase.detail}`} (${getSeconds(phase).toFixed(0)} s)`;

  function print(line) {
    write(`${line}\n`);
    printedAt = performance.now();
  }

  function tick() {
    const text = [...running].map(describe).join(' · ');
    if (spinner) spinner.text = text;
    else if (performance.now() - printedAt >= (isTerminal ? PROGRESS_INTERVAL_MS.terminal : PROGRESS_INTERVAL_MS.log))
      print(`  ${text}`);
  }

  function spin() {
    tick();
    spinner?.start();
  }

  /** Each phase tries this, because the previous phase may have installed the spinner's package. */
  async function prepareSpinner() {
    isCreating = true;
    spinner = await create().catch(() => undefined);
    isCreating = false;
    if (running.size > 0) spin();
  }

  function end(phase, mark) {
    if (!running.delete(phase)) return;
    spinner?.stop();
    print(`${mark} ${phase.title} ${getSeconds(phase).toFixed(1)} s`);
    if (running.size > 0) spin();
    else clearInterval(timer);
  }

  /** @param {string} title such as `Building` @returns {Phase} */
  function begin(title) {
    const phase = { title, detail: '', startedAt: performance.now() };
    if (running.size === 0) {
      printedAt = phase.startedAt;
      timer = setInterval(tick, TICK_MS);
      timer.unref();
    }
    running.add(phase);
    if (spinner) spin();
    else if (!isCreating) void prepareSpinner();
    return {
      report(detail) {
        phase.detail = stripVTControlCharacters(detail).trim() || phase.detail;
        tick();
      },
      done: () => end(phase, '✓'),
      failed: () => end(phase, '✗'),
    };
  }

  /**
   * Runs work as a phase.
   *
   * @template Result
   * @param {string} title @param {(report: Phase['report']) => Promise<Result>} work
   * @returns {Promise<Result>}
   */
  async function run(title, work) {
    const phase = begin(title);
    try {
      const result = await work(phase.report);
      phase.done();
      return result;
    } catch (error) {
      phase.failed();
      throw error;
    }
  }

  return { begin, run };
}

export const phases = createPhases();
