import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '../../scripts/setup/settings.mjs';
import { ROOT } from './root.ts';
import { POLL_MS, rest } from './wait.ts';

/** So much of what a server says is kept for whoever must find out why it ended. */
const MAX_LOG_CHARACTERS = 4000;

const END_WITH_PARENT = pathToFileURL(join(ROOT, 'scripts/setup/end-with-parent.mjs')).href;

/** A program of the product that listens on a port. */
interface Program {
  /** Path in the product. */
  file: string;
  /** The setting of its port. */
  portSetting: string;
  /** Path that answers once it listens. */
  health: string;
}

/** It listens when all that it stands on is there. Ready it is not: no release is live, and nobody looks at pages. */
const API: Program = { file: 'api/dist/main.js', portSetting: 'PORT', health: '/api/health/live' };
/** The identity emulator. */
export const IDENTITY: Program = { file: 'dev/identity/dist/main.js', portSetting: 'IDENTITY_PORT', health: '/' };

/** A program as a process of its own, which can be killed and started again on the same port and data. */
export interface Server {
  port: number;
  /** Whether it takes requests now. */
  isUp(): boolean;
  /** Resolves when the server answers, without a time limit. @throws Error with its output if it exits before */
  start(): Promise<void>;
  /** Kills it with SIGKILL: nothing of it runs on. */
  kill(): Promise<void>;
  /** Ends it as an operator does. */
  stop(): Promise<void>;
  /** The last of what it has said since its start. */
  readLog(): string;
}

const isUp = (port: number, { health }: Program) =>
  fetch(`http://127.0.0.1:${port}${health}`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Settles with how it ended. */
const waitForExit = (child: ChildProcess) =>
  new Promise<string>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve('');
    child.once('close', (code, signal) => resolve(String(signal ?? code)));
  });

async function waitUntilUp(child: ChildProcess, port: number, program: Program, output: () => string): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    if (await isUp(port, program)) return;
    await rest(POLL_MS);
  }
  throw new Error(`The server did not come up: ${output()}`);
}

/** @param env its settings besides the port @param root folder of the product that is built @param program the API unless told */
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
    isUp: () => up,
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
