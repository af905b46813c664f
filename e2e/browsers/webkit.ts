import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../scripts/setup/settings.mjs';
import { KEYS } from './driver.ts';
import type { Driver, Engine } from './driver.ts';

/** Lets the window be as narrow as a phone. */
const NARROW_TOOLBAR = '* { font-size: 1px; min-width: 0; padding: 0; margin: 0; }';

/** MiniBrowser's output, which the driver would discard, has the messages of the console. */
const LOGGING_BROWSER = '#!/bin/sh\nexec "$MINI_BROWSER" "$@" >>"$CONSOLE_FILE"\n';

const PROBLEM = /^CONSOLE .*\b(?:ERROR|WARN)\b/;

const POLL_MS = 50;

/** WebKit never answers a script that meets a navigation; callers repeat it. */
const SCRIPT_TIMEOUT_MS = 5000;

/** Calls a command of W3C WebDriver. */
type Call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: Record<string, unknown>, signal?: AbortSignal) => Promise<unknown>;

async function startDisplay(): Promise<{ name: string; process: ChildProcess }> {
  const process = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1100x24', '-nolisten', 'tcp', '-noreset'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = (await once(process.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
  return { name: `:${number.toString().trim()}`, process };
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
 * Starts WebKitGTK's MiniBrowser on a display of its own. Commands are those of W3C WebDriver.
 *
 * @param browserPath of MiniBrowser
 */
export async function startWebKit(driverPath: string, browserPath: string): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), 'solvent-webkit-'));
  await mkdir(join(folder, 'gtk-3.0'));
  const consoleFile = join(folder, 'console.txt');
  const binary = join(folder, 'browser');
  await writeFile(join(folder, 'gtk-3.0/gtk.css'), NARROW_TOOLBAR);
  await writeFile(consoleFile, '');
  await writeFile(binary, LOGGING_BROWSER, { mode: 0o755 });
  const display = await startDisplay();
  const port = await freePort();
  const driver = spawn(driverPath, [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: display.name,
      XDG_CONFIG_HOME: folder,
      NO_AT_BRIDGE: '1',
      MINI_BROWSER: browserPath,
      CONSOLE_FILE: consoleFile,
    },
    stdio: 'ignore',
  });
  const call = createCall(`http://127.0.0.1:${port}`);
  while (!(await call('GET', '/status').catch(() => undefined))) await wait(POLL_MS);
  const browserOptions = { binary, args: ['--automation', '--enable-write-console-messages-to-stdout=true'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } };
  // One session for all tabs: starting one takes seconds.
  const { sessionId } = (await call('POST', '/session', { capabilities })) as { sessionId: string };
  return {
    openTab: () => openTab((method, path, ...rest) => call(method, `/session/${sessionId}${path}`, ...rest), consoleFile),
    async close() {
      await call('DELETE', `/session/${sessionId}`);
      driver.kill();
      display.process.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function openTab(call: Call, consoleFile: string): Promise<Driver> {
  const { length: earlierBytes } = await readFile(consoleFile);
  const run = (script: string, ...args: unknown[]) =>
    call('POST', '/execute/sync', { script, args }, AbortSignal.timeout(SCRIPT_TIMEOUT_MS));
  const setWindow = (width: number, height: number) => call('POST', '/window/rect', { width, height });
  return {
    navigate: async (url) => void (await call('POST', '/url', { url })),
    run,
    async find(body, ...args) {
      const [id] = Object.values((await run(body, ...args)) as Record<string, string>);
      return {
        click: async () => void (await call('POST', `/element/${id}/click`)),
        type: async (text) => void (await call('POST', `/element/${id}/value`, { text })),
        choose: async (paths) => void (await call('POST', `/element/${id}/value`, { text: paths.join('\n') })),
      };
    },
    async press(key) {
      const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: KEYS[key] }));
      await call('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    async resize(width, height) {
      await setWindow(width, height);
      // The toolbar is part of the window.
      const innerHeight = (await run('return innerHeight')) as number;
      await setWindow(width, height + height - innerHeight);
    },
    screenshot: async () => Buffer.from((await call('GET', '/screenshot')) as string, 'base64'),
    listProblems: () =>
      readFileSync(consoleFile)
        .subarray(earlierBytes)
        .toString()
        .split('\n')
        .filter((line) => PROBLEM.test(line)),
    async close() {
      await call('DELETE', '/cookie');
      await call('POST', '/url', { url: 'about:blank' });
    },
  };
}
