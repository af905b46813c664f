import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildRemote, buildShell, builtFile } from '../testing/builds.ts';
import { openWorkbench } from '../testing/workbench.ts';
import type { Workbench } from '../testing/workbench.ts';

let bench: Workbench;
beforeEach(async () => {
  bench = await openWorkbench();
  await buildShell(bench.root);
  await buildRemote(bench.root, 'toolbox');
});
afterEach(() => bench.remove());

const built = (path: string) => join(bench.root, 'mf-toolbox/dist', path);
const list = () => builtFile(bench.root, 'toolbox', 'list.js');
const changeSources = () => writeFile(join(bench.root, 'mf-toolbox/remote.json'), '{}');

it.each([
  ['that lacks a file', 'js is missing', () => rm(built(list()))],
  ['with a file that was changed', 'js is not as it was built', () => writeFile(built(list()), '')],
  ['that was not finished', 'checksums.json is missing', () => rm(built('checksums.json'))],
])('refuses a build %s', async (_what, why, damage) => {
  await damage();
  const { code, output } = await bench.run('publish', 'toolbox');
  expect(code).toBe(1);
  expect(output).toMatch(/^The build of toolbox is not whole: \S+ /);
  expect(output).toContain(`${why}. Build it again.`);
});

it('publishes what the build lists, and not what another one left in its folder', async () => {
  await writeFile(built('list.0000000000.js'), 'another()');
  expect((await bench.run('publish', 'toolbox')).code).toBe(0);
  expect(bench.has(`remotes/toolbox/files/${list()}`)).toBe(true);
  expect(bench.has('remotes/toolbox/files/list.0000000000.js')).toBe(false);
  await rm(built('list.0000000000.js'));
  expect((await bench.run('publish', 'toolbox')).output).toContain('toolbox@1.0.0-remote01 is published already.');
});

it.each(['publish', 'check'])(
  '%s refuses a build whose sources were changed since, unless its folder is named',
  async (command) => {
    await changeSources();
    const { code, output } = await bench.run(command, 'toolbox');
    expect(code).toBe(1);
    expect(output).toContain('toolbox was changed since it was built: run "pnpm build" first.');
    expect((await bench.run(command, 'toolbox', '--dist', built('.'))).code).toBe(0);
  },
);

it('deploy says of which it takes a build of before', async () => {
  await changeSources();
  const { code, output } = await bench.run('deploy');
  expect(code).toBe(0);
  expect(output).toContain('Changed since built: toolbox.');
});

it('takes the builds of an image, whose sources are elsewhere, as they are', async () => {
  await changeSources();
  await writeFile(join(bench.root, 'image.json'), '{}');
  expect((await bench.run('publish', 'toolbox')).code).toBe(0);
  const { code, output } = await bench.run('deploy');
  expect(code).toBe(0);
  expect(output).not.toContain('Changed since');
});

it('deploy --begin makes all live where nothing is, and takes back nothing that was promoted since', async () => {
  expect((await bench.run('deploy', '--begin')).output).toContain('Revision 1 of production is live');
  await buildRemote(bench.root, 'toolbox', { version: '1.0.0-remote02' });
  const { code, output } = await bench.run('deploy', '--begin');
  expect(code).toBe(0);
  expect(output).toBe('The channel production has begun already: nothing was changed.\n');
  expect((await bench.run('status')).output).not.toContain('remote02');
});

it('deploy leaves out the build of a remote that is no longer there', async () => {
  await rm(join(bench.root, 'mf-toolbox/remote.json'));
  const { code, output } = await bench.run('deploy');
  expect(code).toBe(0);
  expect(output).not.toContain('toolbox');
});
