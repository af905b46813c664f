import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runStep } from '../setup/run-step.mjs';
import { changedSince, forgetPasses, keepingCommand, keptPasses } from './kept-passes.mjs';

const FILES = {
  '.gitignore': 'node_modules\n.turbo',
  'package.json': JSON.stringify({
    name: 'workspace',
    private: true,
    packageManager: 'pnpm@10.34.8',
    scripts: { good: 'node good.mjs', bad: 'node bad.mjs' },
  }),
  'pnpm-lock.yaml': "lockfileVersion: '9.0'\nimporters:\n  .: {}\n  part: {}\n",
  'pnpm-workspace.yaml': 'packages: [part]',
  'part/package.json': '{ "name": "part" }',
  'part/source.ts': 'export {};',
  'turbo.json': JSON.stringify({ tasks: { '//#good': { env: ['TEST_MACHINE'] }, '//#bad': { env: ['TEST_MACHINE'] } } }),
  'good.mjs': '',
  'bad.mjs': 'process.exit(1);',
};
const ENV = { TEST_MACHINE: 'v20 linux' };

let root;
const write = (path, text) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const kept = (env = ENV) => keptPasses(['good', 'bad'], env, root);
const whatPassed = async (env) => [...(await kept(env))].filter(([, { passed }]) => passed).map(([script]) => script);

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'solvent-kept-'));
  for (const [path, text] of Object.entries(FILES)) write(path, text);
  await runStep(['git', 'init', '--quiet'], { cwd: root });
  for (const script of ['good', 'bad']) await runStep(keepingCommand(script), { env: ENV, cwd: root });
});
afterAll(() => rmSync(root, { recursive: true }));

it('keeps that a step passed, and never that it failed', async () => {
  expect(await whatPassed()).toEqual(['good']);
});

it.each([
  ['a source of any package', 'part/source.ts', 'export const other = 1;'],
  ['a new file', 'part/other.ts', ''],
  ['the lockfile', 'pnpm-lock.yaml', `${FILES['pnpm-lock.yaml']}  other: {}\n`],
  ['what the step runs', 'package.json', FILES['package.json'].replace('node good.mjs', 'node  good.mjs')],
])('runs it again after a change of %s', async (_what, path, text) => {
  write(path, text);
  expect(await whatPassed()).toEqual([]);
  if (path in FILES) write(path, FILES[path]);
  else rmSync(join(root, path));
  expect(await whatPassed()).toEqual(['good']);
});

it('runs it again on another machine', async () => {
  expect(await whatPassed({ TEST_MACHINE: 'v22 linux' })).toEqual([]);
});

it('forgets what passed while a file was changed', async () => {
  const before = await kept();
  write('part/source.ts', 'export const other = 1;');
  const changed = changedSince(before, await kept());
  expect(changed.toSorted()).toEqual(['bad', 'good']);
  await forgetPasses(before, changed, root);
  write('part/source.ts', FILES['part/source.ts']);
  expect(await whatPassed()).toEqual([]);
});
