import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { API_FOLDER } from '../platform/config/product.ts';

const run = promisify(execFile);

export interface BuiltApi {
  folder: string;
  remove(): void;
}

/** Bundles a package. scripts/test-api.mjs sets TEST_BUILT_API to a prebuilt API. */
export async function buildApi(packageFolder = API_FOLDER): Promise<BuiltApi> {
  const given = process.env['TEST_BUILT_API'];
  if (given && packageFolder === API_FOLDER) return { folder: given, remove: () => {} };
  // Inside the package, so that external modules resolve as from `dist`.
  const folder = mkdtempSync(join(packageFolder, 'node_modules', '.test-build-'));
  const rspack = join(packageFolder, 'node_modules', '@rspack', 'cli', 'bin', 'rspack.js');
  await run(process.execPath, [rspack, 'build', '--output-path', folder], { cwd: packageFolder });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'solvent-test-data-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/**
 * Below the ephemeral range, so that no other test gets a port that a starting program is about to use. Each Jest worker has 1000 ports.
 */
const FIRST_PORT = 20_000 + 1000 * (Number(process.env['JEST_WORKER_ID'] ?? 0) % 12);
let offset = Math.floor(Math.random() * 1000);

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** @returns a free port that is not returned again soon */
export async function freePort(): Promise<number> {
  offset = (offset + 1) % 1000;
  const port = FIRST_PORT + offset;
  return (await isFree(port)) ? port : freePort();
}

export interface RunningProgram {
  child: ChildProcess;
  output(): string;
  /** Rejects if the program exits before it writes this text. */
  waitForOutput(text: string): Promise<void>;
  /** Exit code, or null after a signal. */
  ended: Promise<number | null>;
}

/** Starts a bundled program with only these environment variables and PATH. The default channel is that of `publishLiveRelease`. */
export function startProgram(built: BuiltApi, name: string, env: Record<string, string>, args: string[] = []): RunningProgram {
  const child = spawn(process.execPath, [join(built.folder, `${name}.js`), ...args], {
    env: { PATH: process.env['PATH'], ENV_FILE: 'none', CHANNEL: 'production', ...env },
    cwd: tmpdir(),
  });
  let output = '';
  const listeners = new Set<() => void>();
  const onData = (data: unknown) => {
    output += String(data);
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', onData);
  child.stderr.on('data', onData);
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  const waitForOutput = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const check = () => {
        if (output.includes(text)) resolve();
      };
      listeners.add(check);
      check();
      void ended.then(() => reject(new Error(`The program exited without the output "${text}": ${output}`)));
    });
  return { child, output: () => output, waitForOutput, ended };
}

export interface StartedServer {
  url: string;
  /** Sends SIGKILL. @returns null */
  kill(): Promise<number | null>;
  /** Sends SIGTERM. @returns the exit code */
  stop(): Promise<number | null>;
}

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

/** Removes the first line of an operator command's output, which shows the target (api/src/preflight/reached.ts). */
export const withoutTarget = (output: string): string => output.replace(/^(?:Database|Backups): .*\n?/m, '');

/** Runs an operator command. @returns its trimmed output {@link withoutTarget}, and its exit code (null after a signal) */
export async function runSolvent(
  built: BuiltApi,
  settings: Record<string, string>,
  args: string[],
): Promise<{ code: number | null; output: string }> {
  const { ended, output } = startProgram(built, 'solvent', settings, args);
  const code = await ended;
  return { code, output: withoutTarget(output()).trim() };
}
