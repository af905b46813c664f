import { buildRemote } from '../testing/builds.ts';
import { openLiveWorkbench } from '../testing/workbench.ts';
import type { Workbench } from '../testing/workbench.ts';

let bench: Workbench;
beforeEach(async () => {
  bench = await openLiveWorkbench();
});
afterEach(() => bench.remove());

it.each([
  ['promote', 'toolbox@1.0.0-remote01', 'auth@1.0.0'],
  ['rollback', 'toolbox', 'auth'],
  ['publish', 'toolbox', 'auth'],
  ['status', 'staging'],
  ['gc', '7'],
])('%s takes no more arguments than it uses', async (...command) => {
  const { code, output } = await bench.run(...command);
  expect(code).toBe(1);
  expect(output).toBe(`"${command.at(-1)}" is one argument too many.\nSee "pnpm delivery help ${command[0]}".\n`);
});

it('an option that is given twice is refused: nobody could say which of the two was meant', async () => {
  const { code, output } = await bench.run('promote', 'toolbox@1.0.0', '--percent', '10', '--percent=50');
  expect(code).toBe(1);
  expect(output).toBe('"--percent" is given twice.\nSee "pnpm delivery help promote".\n');
});

it('an option without its value does not take the next one for it: this would be about production', async () => {
  const { code, output } = await bench.run('rollback', 'toolbox', '--why', '--channel=staging');
  expect(code).toBe(1);
  expect(output).toContain("Option '--why' argument is ambiguous.");
  expect(output).toContain('See "pnpm delivery help rollback".');
});

it.each(['../../elsewhere', 'team/staging', '__proto__', 'Production', ''])('"%s" is no channel', async (channel) => {
  const { code, output } = await bench.run('deploy', '--channel', channel);
  expect(code).toBe(1);
  expect(output).toBe(`"${channel}" is no name of a channel: write it in lower-case letters, digits and dashes.\n`);
});

it.each(['v5', '1.0', '1.0.0+build', '../../../1.0.0', '1.0.0/../x'])(
  'a build of version %s is not published',
  async (version) => {
    await buildRemote(bench.root, 'toolbox', { version });
    const { code, output } = await bench.run('publish', 'toolbox');
    expect(code).toBe(1);
    expect(output).toBe(`"${version}" is no version of toolbox: write it in package.json as 1.2.3, and build again.\n`);
  },
);
