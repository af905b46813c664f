import { buildRemote, buildShell } from '../testing/builds.ts';
import { openWorkbench } from '../testing/workbench.ts';
import type { Workbench } from '../testing/workbench.ts';

const BEFORE = { version: '1.0.0', layout: 'of before' } as const;
const NOW = { version: '2.0.0' };
const DEPLOY = 'build its sources anew and promote that ("pnpm delivery deploy" makes all that is built live in one revision).';

/** A store in which a shell and a remote are live that were built before files were named by their content, and such that were since. */
let bench: Workbench;
beforeEach(async () => {
  bench = await openWorkbench();
  await buildShell(bench.root, BEFORE);
  await buildRemote(bench.root, 'toolbox', BEFORE);
  await bench.run('deploy');
  await buildShell(bench.root, NOW);
  await buildRemote(bench.root, 'toolbox', NOW);
});
afterEach(() => bench.remove());

async function refused(...args: string[]): Promise<string> {
  const { code, output } = await bench.run(...args);
  expect([code, output]).toEqual([1, output]);
  return output;
}

it('one of them alone is refused, with what to do', async () => {
  const shell = `shell@1.0.0 was built before files were named by their content, and cannot load toolbox@2.0.0: ${DEPLOY}`;
  const remote = `toolbox@1.0.0 was built before files were named by their content, and shell@2.0.0 cannot load it: ${DEPLOY}`;
  expect(await refused('publish', 'toolbox')).toBe(`contract: ${shell}\n`);
  expect(await refused('check', 'toolbox')).toContain(shell);
  expect(await refused('deploy', 'toolbox')).toContain(`contract: ${shell}\n`);
  expect(await refused('promote', 'toolbox@2.0.0', '--percent', '10')).toBe(`contract: ${shell}\n`);
  expect(await refused('publish', 'shell')).toBe(`contract: ${remote}\n`);
});

describe('all of them in one revision', () => {
  it('go live, and the remote falls back to nothing', async () => {
    const { code, output } = await bench.run('deploy');
    expect(code).toBe(0);
    expect(output).toContain(
      'shell 1.0.0 → 2.0.0, toolbox 1.0.0 → 2.0.0, toolbox falls back to nothing, since 1.0.0 cannot run in this shell.\n',
    );
    expect(bench.has('remotes/toolbox/1.0.0/release.json')).toBe(true);
  });

  it('are gone back from by none of them alone', async () => {
    await bench.run('deploy');
    const shell = `contract: shell@1.0.0 was built before files were named by their content, and cannot load toolbox@2.0.0: ${DEPLOY}\n`;
    const remote = `contract: toolbox@1.0.0 was built before files were named by their content, and shell@2.0.0 cannot load it: ${DEPLOY}\n`;
    expect(await refused('rollback', 'shell')).toBe(shell);
    expect(await refused('promote', 'shell@1.0.0')).toBe(shell);
    expect(await refused('promote', 'toolbox@1.0.0')).toBe(remote);
    expect(await refused('promote', 'toolbox@1.0.0', '--percent', '10')).toBe(remote);
    expect(await refused('rollback', 'toolbox')).toContain('or it was taken back or cannot run in the live shell. Promote');
    expect((await bench.run('status')).output).toContain('production, revision 2,');
  });
});
