import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../scripts/setup/settings.mjs';
import { ROOT } from './root.ts';
import { POLL_MS } from './wait.ts';

const MAX_LOG_CHARACTERS = 4000;

const END_WITH_PARENT = pathToFileURL(join(ROOT, 'scripts/setup/end-with-parent.mjs')).href;

interface Program {
  file: string;
  portSetting: string;
  health: string;
}

/** Checks liveness, because the API becomes ready only with a live release, which no test needs. */
const API: Program = { file: 'api/dist/main.js', portSetting: 'PORT', health: '/api/health/live' };
export const IDENTITY: Program = { file: 'dev/identity/dist/main.js', portSetting: 'IDENTITY_PORT', health: '/' };

/** A program in a process of its own, which can restart on the same port and data. */
export interface Server {
  port: number;
  /** Whether it has started, and its process runs. */
  isUp(): boolean;
  /** Resolves when the server answers, without a time limit. @throws Error with its output if it exits before */
  start(): Promise<void>;
  kill(): Promise<void>;
  stop(): Promise<void>;
  /** @returns the end of its output since its start */
  readLog(): string;
}

const isUp = (port: number, { health }: Program) =>
  fetch(`http://127.0.0.1:${port}${health}`).then(
    ({ ok }) => ok,
    () => false,
  );

const waitForExit = (child: ChildProcess) =>
  new Promise<string>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve('');
    child.once('close', (code, signal) => resolve(String(signal ?? code)));
  });

async function waitUntilUp(child: ChildProcess, port: number, program: Program, output: () => string): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    if (await isUp(port, program)) return;
    await wait(POLL_MS);
  }
  throw new Error(`The server did not start: ${output()}`);
}

/** @param env settings besides the port @param root folder of the built product */
export async function createServer(env: Record<string, string>, root = ROOT, program = API): Promise<Server> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  let up = false;
  let log = '';
  const appendLog = (chunk: unknown) => {
    log = (log + String(chunk)).slice(-MAX_LOG_CHARACTERS);
  };
  const stopWith = async (signal: NodeJS.Signals) => {
    up = false;
    if (child === undefined) return;
    const ended = waitForExit(child);
    child.kill(signal);
    await ended;
    child = undefined;
  };
  return {
    port,
    isUp: () => up && child?.exitCode === null && child.signalCode === null,
    async start() {
      log = '';
      const started = spawn(process.execPath, ['--import', END_WITH_PARENT, join(root, program.file)], {
        env: { PATH: process.env['PATH'], ENV_FILE: 'none', ...env, [program.portSetting]: String(port) },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      child = started;
      started.stdout?.on('data', appendLog);
      started.stderr?.on('data', appendLog);
      await waitUntilUp(started, port, program, () => log);
      up = true;
    },
    kill: () => stopWith('SIGKILL'),
    stop: () => stopWith('SIGTERM'),
    readLog: () => log,
  };
}
