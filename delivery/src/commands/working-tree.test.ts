import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildRemote, buildShell } from '../testing/builds.ts';
import { openWorkbench } from '../testing/workbench.ts';
import type { Workbench } from '../testing/workbench.ts';

let bench: Workbench;
beforeEach(async () => {
  bench = await openWorkbench();
  delete bench.env['CHANNEL'];
  await buildShell(bench.root);
  await buildRemote(bench.root, 'toolbox');
});
afterEach(() => bench.remove());

const deploy = () => bench.done('deploy', '--tree');

it('is live in a channel of its own, and moves no pin of another', async () => {
  await bench.done('deploy', '--channel', 'production');
  expect(await deploy()).toContain('Revision 1 of local is live: shell 1.0.0-shell001, toolbox 1.0.0-remote01');
  await buildRemote(bench.root, 'toolbox', { version: '1.0.0-remote02' });
  expect(await deploy()).toContain('Revision 2 of local is live: toolbox 1.0.0-remote01 → 1.0.0-remote02.');
  expect(await deploy()).toContain('The working tree is live already (revision 2).');
  expect(await bench.readStored('channels/production/current.json')).toEqual({ revision: 1 });
  // Commands on one's own machine mean it, too.
  expect(await bench.done('status')).toMatch(/^local, revision 2, /);
});

describe('a remote that is not sound is left out, and the rest is live', () => {
  it.each([
    ['is not built', () => rm(join(bench.root, 'mf-reports/dist'), { recursive: true }), /it is not built: run "pnpm --filter/],
    [
      'does not build as it is now',
      () => writeFile(join(bench.root, 'mf-reports/remote.json'), '{}'),
      /its sources as they are now do not build/,
    ],
    [
      'has no whole build',
      () => rm(join(bench.root, 'mf-reports/dist/build-files.json')),
      /The build of reports is not whole: build-files\.json is missing/,
    ],
    [
      'wants a path of another one',
      () => buildRemote(bench.root, 'reports', { paths: [{ path: '/toolbox', page: 'list' }] }),
      /path: /,
    ],
  ])('%s', async (_what, spoil, reason) => {
    await deploy();
    await buildRemote(bench.root, 'reports');
    await spoil();
    const output = await deploy();
    expect(output).toMatch(new RegExp(`^reports is left out: .*${reason.source}`, 'm'));
    expect(await bench.done('status')).toMatch(/^ {2}toolbox /m);
    await buildRemote(bench.root, 'reports', { version: '1.0.0-remote02' });
    expect(await deploy()).toContain('of local is live: reports 1.0.0-remote02.');
  });

  it('and leaves the channel where an earlier version of it is live', async () => {
    await deploy();
    await rm(join(bench.root, 'mf-toolbox/dist/build-files.json'));
    expect(await deploy()).toContain('Revision 2 of local is live: toolbox 1.0.0-remote01 left out.');
    await buildRemote(bench.root, 'toolbox');
    expect(await deploy()).toContain('Revision 3 of local is live: toolbox 1.0.0-remote01.');
  });
});

it('a retired remote is left out until it is promoted', async () => {
  await deploy();
  await bench.done('retire', 'toolbox', '--why', 'Nobody can open it');
  expect(await deploy()).toContain('toolbox is left out: it was retired. Have it back with: pnpm delivery deploy toolbox\n');
  expect(await bench.done('status')).not.toMatch(/^ {2}toolbox /m);
  await bench.done('promote', 'toolbox@1.0.0-remote01');
  expect(await deploy()).toContain('The working tree is live already');
});

it('a remote whose folder is gone leaves the channel', async () => {
  await deploy();
  await rm(join(bench.root, 'mf-toolbox'), { recursive: true });
  expect(await deploy()).toContain('Revision 2 of local is live: toolbox 1.0.0-remote01 left out.');
});

it('without a sound shell nothing is changed', async () => {
  await rm(join(bench.root, 'shell/dist/build-files.json'));
  expect(await bench.refused('deploy', '--tree')).toContain('The shell cannot be served: The build of shell is not whole');
  expect(bench.has('channels/local')).toBe(false);
});
