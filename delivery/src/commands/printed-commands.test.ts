import { buildRemote, buildShell } from '../testing/builds.ts';
import { openWorkbench } from '../testing/workbench.ts';
import type { Workbench } from '../testing/workbench.ts';

const NEW = '1.1.0-remote02';

let bench: Workbench;
beforeEach(async () => {
  bench = await openWorkbench();
  await buildShell(bench.root);
  await bench.run('deploy', '--channel', 'staging');
  await buildRemote(bench.root, 'toolbox', { version: NEW });
});
afterEach(() => bench.remove());

const inStaging = (...command: string[]) => bench.run(...command, '--channel', 'staging');

it('of the first version of a remote nobody is told to try it on some, or to go back from it', async () => {
  const published = await inStaging('publish', 'toolbox');
  const [, ...follows] = published.output.split('\n');
  expect(follows).toEqual([`Make it live with:  pnpm delivery promote toolbox@${NEW} --channel staging`, '']);
  const promoted = await inStaging('promote', `toolbox@${NEW}`);
  expect(promoted.output).toBe(`Revision 2 of staging is live: toolbox ${NEW}.\n`);
});

it('what is printed for another channel means that one when it is typed', async () => {
  await inStaging('publish', 'toolbox');
  await inStaging('promote', `toolbox@${NEW}`);
  await buildRemote(bench.root, 'toolbox', { version: '1.2.0' });
  const commands = [
    await inStaging('publish', 'toolbox'),
    await inStaging('promote', 'toolbox@1.2.0', '--percent', '10'),
    await inStaging('promote', 'toolbox@1.2.0'),
  ].flatMap(({ output }) => output.match(/pnpm delivery .*/g) ?? []);
  expect(commands).toEqual([
    'pnpm delivery promote toolbox@1.2.0 --channel staging',
    'pnpm delivery promote toolbox@1.2.0 --percent 10 --channel staging',
    'pnpm delivery rollback toolbox --channel staging',
    'pnpm delivery promote toolbox@1.2.0 --channel staging',
    'pnpm delivery rollback toolbox --channel staging',
    'pnpm delivery rollback toolbox --channel staging',
  ]);
});

it('in the channel that CHANNEL names, nothing more need be typed', async () => {
  bench.env['CHANNEL'] = 'staging';
  const { output } = await bench.run('publish', 'toolbox', '--channel', 'staging');
  expect(output).toMatch(/promote toolbox@1\.1\.0-remote02\n/);
});

it.each(['status', 'overrides', 'rollback toolbox'])(
  'where nothing is live, %s says how that channel begins',
  async (command) => {
    const { code, output } = await bench.run(...command.split(' '), '--channel', 'try-out');
    expect(code).toBe(1);
    expect(output).toBe('Nothing is live in the channel "try-out": run "pnpm delivery deploy --channel try-out" first.\n');
  },
);
