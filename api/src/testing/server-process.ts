import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { API_FOLDER } from '../platform/config/api-folder.ts';

const run = promisify(execFile);

/** The programs of a package, bundled as they are for `npm start`, in a folder of their own. */
export interface BuiltApi {
  folder: string;
  remove(): void;
}

/**
 * Bundles the API, or another package, which takes about a second: the API is there already where TEST_BUILT_API names it
 * (scripts/test-api.mjs).
 */
export async function buildApi(of = API_FOLDER): Promise<BuiltApi> {
  const given = process.env['TEST_BUILT_API'];
  if (given && of === API_FOLDER) return { folder: given, remove: () => {} };
  // Inside the package, so that what is not bundled is found as it is from `dist`.
  const folder = mkdtempSync(join(of, 'node_modules', '.test-build-'));
  const rspack = join(of, 'node_modules', '@rspack', 'cli', 'bin', 'rspack.js');
  await run(process.execPath, [rspack, 'build', '--output-path', folder], { cwd: of });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A data folder that is removed after a test. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'solvent-test-data-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/**
 * Ports that no system gives to who asks for any: another test that does would be given one that a program of this test is about to
 * listen on, which takes it a second. Each worker of jest has a thousand of them.
 */
const FIRST_PORT = 20_000 + 1000 * (Number(process.env['JEST_WORKER_ID'] ?? 0) % 12);
let asked = Math.floor(Math.random() * 1000);

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** A port that nothing listens on, nor will but for who asked for it. */
export async function freePort(): Promise<number> {
  asked = (asked + 1) % 1000;
  const port = FIRST_PORT + asked;
  return (await isFree(port)) ? port : freePort();
}

/** A running program. */
export interface RunningProgram {
  child: ChildProcess;
  /** All that it has written. */
  output(): string;
  /** Settles when it has written this; fails if it ends before. */
  waitForOutput(text: string): Promise<void>;
  /** Its exit code, when it has ended; null after a signal. */
  ended: Promise<number | null>;
}

/**
 * Starts a bundled program with these environment variables and PATH only. It reads no settings file, and its channel is that of
 * `putLive` unless the variables name another one.
 */
export function startProgram(built: BuiltApi, name: string, env: Record<string, string>, args: string[] = []): RunningProgram {
  const child = spawn(process.execPath, [join(built.folder, `${name}.js`), ...args], {
    env: { PATH: process.env['PATH'], ENV_FILE: 'none', CHANNEL: 'production', ...env },
    cwd: tmpdir(),
  });
  let written = '';
  const listeners = new Set<() => void>();
  const hear = (data: unknown) => {
    written += String(data);
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  const says = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (written.includes(text)) resolve();
      };
      listeners.add(look);
      look();
      void ended.then(() => reject(new Error(`It ended without saying "${text}": ${written}`)));
    });
  return { child, output: () => written, waitForOutput: says, ended };
}

/** A server that listens, as it runs in production. */
export interface StartedServer {
  url: string;
  /** Without a word. @returns its exit code: null */
  kill(): Promise<number | null>;
  /** As an operator does. @returns its exit code */
  stop(): Promise<number | null>;
}

/** Starts a server, without demo data, on a port of its own. */
export async function startServer(built: BuiltApi, settings: Record<string, string>): Promise<StartedServer> {
  const port = String(await freePort());
  const { child, waitForOutput, ended } = startProgram(built, 'main', { SEED: 'none', PORT: port, ...settings });
  await waitForOutput('Server listening');
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return { url: `http://127.0.0.1:${port}`, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}

/** Output of an operator's command without its first line, which shows the target (api/src/preflight/target.ts). */
export const withoutTarget = (output: string): string => output.replace(/^(?:Database|Backups): .*\n?/m, '');

/**
 * Runs an operator's command to its end.
 * @returns its output, trimmed and {@link withoutTarget}, and its exit code (null after a signal)
 */
export async function runSolvent(
  built: BuiltApi,
  settings: Record<string, string>,
  args: string[],
): Promise<{ code: number | null; output: string }> {
  const { ended, output } = startProgram(built, 'solvent', settings, args);
  const code = await ended;
  return { code, output: withoutTarget(output()).trim() };
}
