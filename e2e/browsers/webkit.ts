import { spawn } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../scripts/setup/settings.mjs';
import { DESKTOP, KEYS } from './driver.ts';
import type { Driver, Engine } from './driver.ts';

/** Lets the window be as narrow as a phone. */
const NARROW_TOOLBAR = '* { font-size: 1px; min-width: 0; padding: 0; margin: 0; }';

const POLL_MS = 50;

/** WebKit never answers a script that meets a navigation; callers repeat it. */
const SCRIPT_TIMEOUT_MS = 10_000;

/** Calls a command of W3C WebDriver. */
type Call = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: Record<string, unknown>,
  signal?: AbortSignal,
) => Promise<unknown>;

/** Starts a program that ends with this process. */
function startProgram(path: string, args: string[], options: SpawnOptions): ChildProcess {
  const program = spawn(path, args, options);
  process.once('exit', () => program.kill());
  return program;
}

async function startDisplay(path: string): Promise<{ name: string; program: ChildProcess }> {
  const program = startProgram(path, ['-displayfd', '3', '-screen', '0', '1600x1100x24', '-nolisten', 'tcp', '-noreset'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = (await once(program.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
  return { name: `:${number.toString().trim()}`, program };
}

const createCall =
  (driverUrl: string): Call =>
  async (method, path, body = {}, signal) => {
    const response = await fetch(driverUrl + path, { method, signal, ...(method === 'POST' && { body: JSON.stringify(body) }) });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) {
      const { error, message } = value as { error: string; message: string };
      throw new Error(`${path}: ${error} ${message}`);
    }
    return value;
  };

/**
 * Starts WebKit's driver on a display of its own. Each tab is a new MiniBrowser, because one keeps its window and its data between
 * tabs.
 *
 * @param programs paths; the browser is MiniBrowser
 */
export async function startWebKit(programs: Record<'driver' | 'browser' | 'display', string>): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), 'solvent-webkit-'));
  await mkdir(join(folder, 'gtk-3.0'));
  await writeFile(join(folder, 'gtk-3.0/gtk.css'), NARROW_TOOLBAR);
  const display = await startDisplay(programs.display);
  const port = await freePort();
  const driver = startProgram(programs.driver, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display.name, XDG_CONFIG_HOME: folder, NO_AT_BRIDGE: '1' },
    stdio: 'ignore',
  });
  const call = createCall(`http://127.0.0.1:${port}`);
  while (!(await call('GET', '/status').catch(() => undefined))) {
    if (driver.exitCode !== null) throw new Error(`${programs.driver} ended with code ${driver.exitCode}.`);
    await wait(POLL_MS);
  }
  const browserOptions = { binary: programs.browser, args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } };
  return {
    async openTab() {
      const { sessionId } = (await call('POST', '/session', { capabilities })) as { sessionId: string };
      const tab = createDriver((method, path, ...rest) => call(method, `/session/${sessionId}${path}`, ...rest));
      await tab.resize(DESKTOP);
      return tab;
    },
    async close() {
      driver.kill();
      display.program.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function createDriver(call: Call): Driver {
  const run = (script: string, ...args: unknown[]) =>
    call('POST', '/execute/sync', { script, args }, AbortSignal.timeout(SCRIPT_TIMEOUT_MS));
  return {
    navigate: async (url) => void (await call('POST', '/url', { url })),
    run,
    async find(body, ...args) {
      const [id] = Object.values((await run(body, ...args)) as Record<string, string>);
      return {
        click: async () => void (await call('POST', `/element/${id}/click`)),
        choose: async (paths) => void (await call('POST', `/element/${id}/value`, { text: paths.join('\n') })),
      };
    },
    async press(key) {
      const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: KEYS[key] }));
      await call('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    async resize({ width, height }) {
      await call('POST', '/window/rect', { width, height });
      // The toolbar is part of the window.
      const innerHeight = (await run('return innerHeight')) as number;
      await call('POST', '/window/rect', { width, height: height + height - innerHeight });
    },
    screenshot: async () => Buffer.from((await call('GET', '/screenshot')) as string, 'base64'),
    close: async () => void (await call('DELETE', '')),
  };
}
