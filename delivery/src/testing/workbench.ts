import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { jest } from '@jest/globals';
import { runCli } from '../cli.ts';
import { buildRemote, buildShell, makeWorkspace } from './builds.ts';

/** A workspace with a release store, and functions to run commands in it. */
export interface Workbench {
  root: string;
  /** Environment variables of the commands. */
  env: Record<string, string>;
  /** The target of the last command: its first line on standard error, separate from its output. */
  target: () => string;
  /** Runs a command. @returns its output and exit code */
  run: (...args: string[]) => Promise<{ code: number; output: string }>;
  /** Runs a command that must succeed. @returns its output */
  done: (...args: string[]) => Promise<string>;
  /** Runs a command that must fail. @returns its output */
  refused: (...args: string[]) => Promise<string>;
  /** Returns the path of an object in the store. */
  stored: (key: string) => string;
  readStored: (key: string) => Promise<unknown>;
  has: (key: string) => boolean;
  remove: () => Promise<void>;
}

/** Programs that `publish` runs. They succeed unless a test replaces them. */
export const PROGRAMS = { check: 'scripts/check.mjs', smoke: 'e2e/run.mjs' } as const;

export async function writeProgram(root: string, path: string, code: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), code);
}

export async function openWorkbench(): Promise<Workbench> {
  const root = await makeWorkspace();
  for (const path of Object.values(PROGRAMS)) await writeProgram(root, path, '');
  let output = '';
  const keep = (text: string | Uint8Array) => ((output += String(text)), true);
  jest.spyOn(process.stdout, 'write').mockImplementation(keep);
  let target = '';
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    if (!String(text).startsWith('Releases: ')) return keep(text);
    target = String(text);
    return true;
  });
  const env: Record<string, string> = { DELIVERY_USER: 'ada', CHANNEL: 'production' };
  const stored = (key: string) => join(root, '.data/releases', key);
  async function run(...args: string[]) {
    output = '';
    target = '';
    const code = await runCli(args, root, env);
    return { code, output };
  }
  async function ended(expected: number, args: string[]): Promise<string> {
    const { code, output: printed } = await run(...args);
    expect([code, printed]).toEqual([expected, printed]);
    return printed;
  }
  return {
    root,
    env,
    target: () => target,
    run,
    done: (...args) => ended(0, args),
    refused: (...args) => ended(1, args),
    stored,
    readStored: async (key) => JSON.parse(await readFile(stored(key), 'utf8')) as unknown,
    has: (key) => existsSync(stored(key)),
    async remove() {
      jest.restoreAllMocks();
      await rm(root, { recursive: true });
    },
  };
}

/** Opens a workbench in which a shell and a toolbox are live. @param about options of the toolbox's build, such as its version */
export async function openLiveWorkbench(about: Parameters<typeof buildRemote>[2] = {}): Promise<Workbench> {
  const bench = await openWorkbench();
  await buildShell(bench.root);
  await buildRemote(bench.root, 'toolbox', about);
  await bench.run('deploy');
  return bench;
}
