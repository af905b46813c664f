import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '../../scripts/setup/settings.mjs';
import { ROOT } from './root.ts';
import { POLL, rest } from './wait.ts';

/** So much of what a server says is kept for whoever must find out why it ended. */
const KEPT = 4000;

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
  said(): string;
}

const isUp = (port: number, { health }: Program) =>
  fetch(`http://127.0.0.1:${port}${health}`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Settles with how it ended. */
const endOf = (child: ChildProcess) =>
  new Promise<string>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve('');
    child.once('close', (code, signal) => resolve(String(signal ?? code)));
  });

async function untilUp(child: ChildProcess, port: number, program: Program, output: () => string): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    if (await isUp(port, program)) return;
    await rest(POLL);
  }
  throw new Error(`The server did not come up: ${output()}`);
}

/** @param env its settings besides the port @param root folder of the product that is built @param program the API unless told */
export async function createServer(env: Record<string, string>, root = ROOT, program = API): Promise<Server> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  let up = false;
  let said = '';
  const hear = (chunk: unknown) => {
    said = (said + String(chunk)).slice(-KEPT);
  };
  const end = async (signal: NodeJS.Signals) => {
    up = false;
    if (child === undefined) return;
    const ended = endOf(child);
    child.kill(signal);
    await ended;
    child = undefined;
  };
  return {
    port,
    isUp: () => up,
    async start() {
      said = '';
      const started = spawn(process.execPath, ['--import', END_WITH_PARENT, join(root, program.file)], {
        env: { PATH: process.env['PATH'], ENV_FILE: 'none', ...env, [program.portSetting]: String(port) },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      child = started;
      started.stdout?.on('data', hear);
      started.stderr?.on('data', hear);
      await untilUp(started, port, program, () => said);
      up = true;
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    said: () => said,
  };
}
