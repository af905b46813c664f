import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildRemote, buildShell, findBuiltFile } from '../testing/builds.ts';
import { openWorkbench, PROGRAMS, writeProgram } from '../testing/workbench.ts';
import type { Workbench } from '../testing/workbench.ts';

let bench: Workbench;
beforeEach(async () => {
  bench = await openWorkbench();
});
afterEach(() => bench.remove());

describe('builds that are published', () => {
  beforeEach(async () => {
    await buildShell(bench.root);
    await buildRemote(bench.root, 'toolbox');
  });

  const built = (path: string) => join(bench.root, 'mf-toolbox/dist', path);
  const list = () => findBuiltFile(bench.root, 'toolbox', 'list.js');
  const changeSources = () => writeFile(join(bench.root, 'mf-toolbox/remote.json'), '{}');

  it.each([
    ['that lacks a file', 'js is missing', () => rm(built(list()))],
    ['with a file that was changed', 'js is not as it was built', () => writeFile(built(list()), '')],
    ['that was not finished', 'checksums.json is missing', () => rm(built('checksums.json'))],
  ])('refuses a build %s', async (_what, why, damage) => {
    await damage();
    const output = await bench.refused('publish', 'toolbox');
    expect(output).toMatch(/^The build of toolbox is not whole: \S+ /);
    expect(output).toContain(`${why}. Build it again.`);
  });

  it('publishes the files that the build lists, and not leftovers of another build', async () => {
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
      expect(await bench.refused(command, 'toolbox')).toContain(
        'toolbox was changed since it was built: run "pnpm build" first.',
      );
      expect((await bench.run(command, 'toolbox', '--dist', built('.'))).code).toBe(0);
    },
  );

  it('deploy names the builds that are older than their sources', async () => {
    await changeSources();
    expect(await bench.done('deploy')).toContain('Changed since built: toolbox.');
  });

  it('accepts the builds of an image, which has no sources', async () => {
    await changeSources();
    await writeFile(join(bench.root, 'image.json'), '{}');
    expect((await bench.run('publish', 'toolbox')).code).toBe(0);
    const output = await bench.done('deploy');
    expect(output).not.toContain('Changed since');
  });

  it('deploy --begin makes all live in an empty channel, and undoes no later promotion', async () => {
    expect((await bench.run('deploy', '--begin')).output).toContain('Revision 1 of production is live');
    await buildRemote(bench.root, 'toolbox', { version: '1.0.0-remote02' });
    expect(await bench.done('deploy', '--begin')).toBe('The channel production has begun already: nothing was changed.\n');
    expect((await bench.run('status')).output).not.toContain('remote02');
  });
});

describe('smoke tests before a publish', () => {
  /** Replaces the smoke tests: requests the build's description like a page, and passes if it is valid. */
  const PROGRAM = `
import { writeFileSync } from 'node:fs';
const [remote, origin] = process.argv.at(-1).split('=');
const paths = ['remote.json', 'no.js', '..%2f..%2fmf-toolbox%2fremote.json', '%'];
const answers = await Promise.all(paths.map((path) => fetch(origin + '/' + path)));
const { name, version } = await answers[0].json();
writeFileSync('asked.json', JSON.stringify({
  args: process.argv.slice(2, -1), remote, name, version,
  statuses: answers.map(({ status }) => status), cors: answers[0].headers.get('access-control-allow-origin'),
}));
process.exit(version.endsWith('bad') ? 1 : 0);
`;

  async function publish(version: string, ...options: string[]) {
    await writeProgram(bench.root, PROGRAMS.smoke, PROGRAM);
    await buildRemote(bench.root, 'toolbox', { version });
    return bench.run('publish', 'toolbox', ...options);
  }

  it('run with the build as an override, and a passing build is published', async () => {
    const { code, output } = await publish('1.1.0-good');
    expect(output).toContain('Smoke tests with toolbox from http://localhost:');
    expect(code).toBe(0);
    const requested: unknown = JSON.parse(await readFile(join(bench.root, 'asked.json'), 'utf8'));
    expect(requested).toEqual({
      args: ['--config', 'smoke.config.ts', '--remote'],
      remote: 'toolbox',
      name: 'toolbox',
      version: '1.1.0-good',
      statuses: [200, 404, 404, 404],
      cors: '*',
    });
    expect(bench.has('remotes/toolbox/1.1.0-good/release.json')).toBe(true);
  });

  it('store nothing if they fail, and report that last', async () => {
    const { code, output } = await publish('1.1.0-bad');
    expect(code).toBe(1);
    expect(output).toMatch(/The smoke tests fail with this build of toolbox in place, so it is not published: .+\n$/);
    expect(bench.has('remotes/toolbox/1.1.0-bad/release.json')).toBe(false);
  });

  it.each([
    ['could not run, for example without a browser', 'process.exit(2);'],
    ['were interrupted', 'process.exit(130);'],
    ['were killed', "process.kill(process.pid, 'SIGKILL');"],
  ])('have no result if they %s', async (_what, code) => {
    await writeProgram(bench.root, PROGRAMS.smoke, code);
    await buildRemote(bench.root, 'toolbox');
    expect(await bench.refused('publish', 'toolbox')).toContain('could not be run, so nothing is published');
    expect(bench.has('remotes/toolbox/1.0.0-remote01/smoke.json')).toBe(false);
  });

  it('do not run with other bytes than the version is published with, and keep its result', async () => {
    await publish('1.1.0-bad', '--no-smoke');
    await buildRemote(bench.root, 'toolbox', { version: '1.1.0-bad', text: 'another()' });
    const output = await bench.refused('publish', 'toolbox');
    expect(output).toContain('toolbox@1.1.0-bad is published with other bytes');
    expect(output).not.toContain('Smoke tests');
    expect(await bench.readStored('remotes/toolbox/1.1.0-bad/smoke.json')).toMatchObject({ result: 'skipped' });
  });

  it('are reported by promote: passed, skipped, failed between two skips, never run', async () => {
    await buildShell(bench.root);
    await buildRemote(bench.root, 'toolbox');
    await bench.run('deploy');
    const promote = (version: string) => bench.done('promote', `toolbox@${version}`, '--percent', '10');
    await publish('1.1.0-good');
    expect(await promote('1.1.0-good')).toMatch(/Smoke tests: passed \(ada, \S+\)\./);
    await publish('1.2.0', '--no-smoke');
    expect(await promote('1.2.0')).toContain('Smoke tests: none were run, toolbox@1.2.0 was published with --no-smoke (ada, ');
    await publish('1.3.0-bad', '--no-smoke');
    await publish('1.3.0-bad');
    await publish('1.3.0-bad', '--no-smoke');
    expect(await promote('1.3.0-bad')).toContain('Smoke tests: FAILED (ada, ');
    await rm(bench.stored('remotes/toolbox/1.2.0/smoke.json'));
    expect(await promote('1.2.0')).toContain('Smoke tests: none were ever run with toolbox@1.2.0.');
  });
});

describe('sources before a publish', () => {
  const UNSOUND = "process.stdout.write('mf-toolbox/src/list.tsx:12:5\\n  types: Expected 2 arguments.\\n'); process.exit(1);";

  it.each(['publish', 'check'])('%s rejects what "pnpm check" rejects, with the file and the line', async (command) => {
    await buildRemote(bench.root, 'toolbox');
    await writeProgram(bench.root, PROGRAMS.check, UNSOUND);
    const output = await bench.refused(command, 'toolbox');
    expect(output).toContain('toolbox is not sound.');
    expect(output).toContain('mf-toolbox/src/list.tsx:12:5');
    expect(bench.has('remotes/toolbox/1.0.0-remote01/release.json')).toBe(false);
  });

  it('are not available for a build of another folder', async () => {
    await buildRemote(bench.root, 'toolbox');
    await writeProgram(bench.root, PROGRAMS.check, UNSOUND);
    expect((await bench.run('publish', 'toolbox', '--dist', join(bench.root, 'mf-toolbox/dist'))).code).toBe(0);
  });
});

it('a printed command for another channel names that channel', async () => {
  const inStaging = (...command: string[]) => bench.run(...command, '--channel', 'staging');
  await buildShell(bench.root);
  await buildRemote(bench.root, 'toolbox');
  await inStaging('deploy');
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
