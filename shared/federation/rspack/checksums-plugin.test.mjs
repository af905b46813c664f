import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ChecksumsPlugin } from './checksums-plugin.mjs';
import { isUpToDate, readBuilt, readSources } from './checksums.mjs';
import { build, makeFixture } from './testing/fixture.mjs';

let fixture;
let dist = '';

beforeEach(() => {
  fixture = makeFixture({ 'shell/main.js': 'console.log(1);', 'shell/page.js': "import './main.js';", 'pnpm-lock.yaml': '' });
  dist = join(fixture.folder, 'shell/dist');
});
afterEach(() => fixture.remove());

/** @param {() => void} [meanwhile] runs during the build @returns errors of the build */
async function buildShell(meanwhile = () => {}) {
  const saving = { apply: (compiler) => compiler.hooks.thisCompilation.tap('saving', meanwhile) };
  const sources = readSources(fixture.folder, ['shell', 'pnpm-lock.yaml']);
  waitForClockTick(sources.changedAt);
  const { errors } = await build({
    context: join(fixture.folder, 'shell'),
    mode: 'production',
    entry: { main: './main.js', page: './page.js' },
    output: { path: dist, filename: '[name].js', clean: true },
    optimization: { emitOnErrors: false },
    plugins: [saving, new ChecksumsPlugin({ root: fixture.folder, sources })],
  });
  return errors;
}

/** Waits for a new timestamp: two writes within one tick of the file system's clock have the same one. */
function waitForClockTick(time) {
  const probe = join(fixture.folder, 'probe');
  do writeFileSync(probe, '');
  while (statSync(probe).ctimeMs <= time);
}

const save = (text) => writeFileSync(join(fixture.folder, 'shell/main.js'), text);
const isDone = () => isUpToDate(fixture.folder, dist);
const CHANGED = expect.stringContaining('The sources were changed while they were built: build again.');

it('lists every file with its hash', async () => {
  expect(await buildShell()).toEqual([]);
  expect(readBuilt(dist).files.map(({ path }) => path)).toEqual(['main.js', 'page.js']);
  expect(isDone()).toBe(true);
});

it('fails a build whose sources were changed while it ran', async () => {
  expect(await buildShell(() => save('console.log(2);'))).toEqual([CHANGED]);
  expect(isDone()).toBe(false);
});

it('fails a build whose sources were changed and reverted while it ran', async () => {
  const back = () => {
    save('console.log(2);');
    save('console.log(1);');
  };
  expect(await buildShell(back)).toEqual([CHANGED]);
});

it('ignores installs and builds next to the sources', async () => {
  expect(await buildShell(() => mkdirSync(join(fixture.folder, 'shell/node_modules')))).toEqual([]);
  expect(isDone()).toBe(true);
});

it('keeps the previous build, which is out of date', async () => {
  await buildShell();
  const before = readFileSync(join(dist, 'main.js'), 'utf8');
  expect(await buildShell(() => save('console.log(2);'))).toEqual([CHANGED]);
  expect(readFileSync(join(dist, 'main.js'), 'utf8')).toBe(before);
  expect(isDone()).toBe(false);
  save('console.log(1);');
  expect(isDone()).toBe(true);
});
