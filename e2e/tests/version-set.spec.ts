import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { parseRemotes } from '../src/composition/asked-overrides.ts';
import type { ServedPage } from '../src/composition/served-page.ts';
import { describeSet, overridesFor, parseSet } from '../src/composition/version-set.ts';
import { ROOT } from '../src/setup/workspace.ts';

const LIVE: ServedPage = {
  channel: 'production',
  revision: 3,
  shell: '1.0.0-aa',
  remotes: [
    { name: 'toolbox', version: '1.0.0-bb', entry: '/toolbox-bb.js' },
    { name: 'auth', version: '1.0.0-cc', entry: '/auth-cc.js' },
  ],
  overrides: [],
};

test('--remote takes origins and versions of several remotes', () => {
  expect(parseRemotes('toolbox=http://localhost:3003/ auth=1.1.0-9a8b7c6d')).toEqual({
    toolbox: 'http://localhost:3003',
    auth: '1.1.0-9a8b7c6d',
  });
});

for (const text of ['toolbox', 'toolbox=', 'toolbox=localhost:3003', 'toolbox=http://localhost:3003/dist', 'Toolbox=1.0.0'])
  test(`--remote refuses "${text}" and says what it takes`, () => {
    expect(() => parseRemotes(text)).toThrow(/names no candidate: --remote takes toolbox=http:/);
  });

test('--set puts in place what is not live, and what was served by an origin', () => {
  const set = parseSet(
    JSON.stringify({
      shell: '1.0.0-aa',
      remotes: [
        { name: 'toolbox', version: '1.0.0-dd' },
        { name: 'auth', version: '1.0.0-cc' },
        { name: 'messaging', version: '0.0.0-dev', from: 'http://localhost:3002' },
      ],
    }),
    'versions.json',
  );
  expect(overridesFor(set, LIVE)).toEqual({ toolbox: '1.0.0-dd', messaging: 'http://localhost:3002' });
});

test('--set puts in place what is live beside a canary, which a browser may run in its place', () => {
  const [toolbox, ...others] = LIVE.remotes;
  const canary = { version: '1.1.0-ff', entry: '/toolbox-ff.js', percent: 10 };
  const remotes = toolbox ? [{ ...toolbox, candidate: canary }, ...others] : [];
  const set = { remotes: [{ name: 'toolbox', version: '1.0.0-bb' }] };
  expect(overridesFor(set, { ...LIVE, remotes })).toEqual({ toolbox: '1.0.0-bb' });
  const stopped = remotes.map((remote) => ({ ...remote, candidate: { ...canary, percent: 0 } }));
  expect(overridesFor(set, { ...LIVE, remotes: stopped })).toEqual({});
});

test('a set says what stood in for something, and what did not come', () => {
  const remotes = [
    { name: 'auth', version: '0.9.0-cc', before: ['1.0.0-cc'] },
    { name: 'toolbox', version: 'unknown', from: 'http://localhost:3003', failed: true },
  ];
  expect(describeSet({ shell: '1.0.0-aa', remotes })).toBe(
    'shell@1.0.0-aa\nauth@0.9.0-cc after 1.0.0-cc\ntoolbox@unknown from http://localhost:3003 which did not come',
  );
});

/** Serves a description of a build, as far as a run asks for it before it starts anything. */
async function describedAt(description: object): Promise<{ origin: string; close: () => void }> {
  const server = createServer((_request, response) => response.end(JSON.stringify(description)));
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  return { origin: `http://localhost:${port}`, close: () => server.close() };
}

/** Runs "pnpm e2e" as a person does, on a product that it would have to start. */
function runE2e(...args: string[]): Promise<string> {
  const { E2E_URL: _none, TEST_WORKER_INDEX: _worker, ...env } = process.env;
  return promisify(execFile)(process.execPath, [join(ROOT, 'e2e/run.mjs'), ...args], { env }).then(
    () => 'it ran',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );
}

test.describe('a run is not begun', () => {
  test('where nothing answers at the origin of a candidate', async () => {
    const said = await runE2e('--remote', 'reports=http://localhost:4399');
    expect(said).toContain(
      'http://localhost:4399/remote.json gives no build of reports (fetch failed, ECONNREFUSED): start its server',
    );
    expect(said).not.toContain('WebServer');
  });

  test('where another remote is served there', async () => {
    const { origin, close } = await describedAt({ name: 'auth', version: '1.0.0' });
    expect(await runE2e('--remote', `toolbox=${origin}`)).toContain('gives no build of toolbox (it serves auth)');
    close();
  });

  test('where another build is served there than the set ran', async () => {
    const { origin, close } = await describedAt({ name: 'toolbox', version: '1.1.0-new' });
    const file = test.info().outputPath('versions.json');
    await writeFile(file, JSON.stringify({ remotes: [{ name: 'toolbox', version: '1.1.0-old', from: origin }] }));
    expect(await runE2e('--set', file)).toContain('(it serves 1.1.0-new, and the set ran 1.1.0-old)');
    close();
  });
});

test('--set of another shell says which to promote', () => {
  expect(() => overridesFor({ shell: '1.0.0-ee', remotes: [] }, LIVE)).toThrow(/promote shell@1\.0\.0-ee/);
});

for (const text of ['no JSON', '{}', '{"remotes":[{"name":"toolbox"}]}', '{"remotes":[],"shell":5}'])
  test(`--set refuses a file of ${text}`, () => {
    expect(() => parseSet(text, 'my.json')).toThrow('my.json is no set of versions');
  });
