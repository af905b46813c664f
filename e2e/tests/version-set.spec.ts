import { expect, test } from '@playwright/test';
import { parseRemotes } from '../src/composition/asked-overrides.ts';
import type { ServedPage } from '../src/composition/served-page.ts';
import { overridesFor, parseSet } from '../src/composition/version-set.ts';

const LIVE: ServedPage = {
  channel: 'production',
  revision: 3,
  shell: '1.0.0-aa',
  remotes: [
    { name: 'toolbox', version: '1.0.0-bb', globalName: 'toolbox_bb' },
    { name: 'auth', version: '1.0.0-cc', globalName: 'auth_cc' },
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

test('--set of another shell says which to promote', () => {
  expect(() => overridesFor({ shell: '1.0.0-ee', remotes: [] }, LIVE)).toThrow(/promote shell@1\.0\.0-ee/);
});

for (const text of ['no JSON', '{}', '{"remotes":[{"name":"toolbox"}]}', '{"remotes":[],"shell":5}'])
  test(`--set refuses a file of ${text}`, () => {
    expect(() => parseSet(text, 'my.json')).toThrow('my.json is no set of versions');
  });
