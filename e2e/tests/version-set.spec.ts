import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { parseRemotes } from '../src/composition/run-overrides.ts';
import type { ServedPage } from '../src/composition/served-page.ts';
import { toOverrides, parseSet } from '../src/composition/version-set.ts';
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

test('--remote takes origins and versions of several remotes, and nothing else', () => {
  expect(parseRemotes('toolbox=http://localhost:3003/ auth=1.1.0-9a8b7c6d')).toEqual({
    toolbox: 'http://localhost:3003',
    auth: '1.1.0-9a8b7c6d',
  });
  for (const text of ['toolbox', 'toolbox=', 'toolbox=localhost:3003', 'toolbox=http://localhost:3003/dist', 'Toolbox=1.0.0'])
    expect(() => parseRemotes(text), text).toThrow(/names no candidate: --remote takes toolbox=http:/);
});

test('--set overrides what is not live, what an origin served, and what is live beside a canary; for another shell the error names the version', () => {
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
  expect(toOverrides(set, LIVE)).toEqual({ toolbox: '1.0.0-dd', messaging: 'http://localhost:3002' });

  const [toolbox, ...others] = LIVE.remotes;
  const canary = { version: '1.1.0-ff', entry: '/toolbox-ff.js', percent: 10 };
  const remotes = toolbox ? [{ ...toolbox, candidate: canary }, ...others] : [];
  const live = { remotes: [{ name: 'toolbox', version: '1.0.0-bb' }] };
  expect(toOverrides(live, { ...LIVE, remotes })).toEqual({ toolbox: '1.0.0-bb' });
  const stopped = remotes.map((remote) => ({ ...remote, candidate: { ...canary, percent: 0 } }));
  expect(toOverrides(live, { ...LIVE, remotes: stopped })).toEqual({});

  expect(() => toOverrides({ shell: '1.0.0-ee', remotes: [] }, LIVE)).toThrow(/promote shell@1\.0\.0-ee/);
  for (const text of ['no JSON', '{}', '{"remotes":[{"name":"toolbox"}]}', '{"remotes":[],"shell":5}'])
    expect(() => parseSet(text, 'my.json'), text).toThrow('my.json is no set of versions');
});

async function serveDescription(description: object): Promise<{ origin: string; close: () => void }> {
  const server = createServer((_request, response) => response.end(JSON.stringify(description)));
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  return { origin: `http://localhost:${port}`, close: () => server.close() };
}

function runE2e(...args: string[]): Promise<string> {
  const { E2E_URL: _none, TEST_WORKER_INDEX: _worker, ...env } = process.env;
  return promisify(execFile)(process.execPath, [join(ROOT, 'e2e/run.mjs'), ...args], { env }).then(
    () => 'it ran',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );
}

test('@full a run does not start if the origin of a candidate serves nothing, another remote, or another build than the set ran', async () => {
  const [auth, toolbox] = [
    await serveDescription({ name: 'auth', version: '1.0.0' }),
    await serveDescription({ name: 'toolbox', version: '1.1.0-new' }),
  ];
  const file = test.info().outputPath('versions.json');
  await writeFile(file, JSON.stringify({ remotes: [{ name: 'toolbox', version: '1.1.0-old', from: toolbox.origin }] }));
  const outputs = await Promise.all([
    runE2e('--remote', 'reports=http://localhost:1'),
    runE2e('--remote', `toolbox=${auth.origin}`),
    runE2e('--set', file),
  ]);
  expect(outputs[0]).toContain('http://localhost:1/remote.json has no build of reports (');
  expect(outputs[0]).toContain('start its server');
  expect(outputs[1]).toContain('has no build of toolbox (it serves auth)');
  expect(outputs[2]).toContain('(it serves 1.1.0-new, and the set ran 1.1.0-old)');
  for (const output of outputs) expect(output).not.toContain('WebServer');
  auth.close();
  toolbox.close();
});
