import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildRemote } from '../testing/builds.ts';
import { openWorkbench } from '../testing/workbench.ts';
import type { Workbench } from '../testing/workbench.ts';

/** In pnpm's place: asks the build of its description as a page would, and passes where that is the toolbox's. */
const PROGRAM = `
const [remote, origin] = process.argv.at(-1).split('=');
const paths = ['remote.json', 'no.js', '..%2f..%2fmf-toolbox%2fremote.json', '%'];
Promise.all(paths.map((path) => fetch(origin + '/' + path))).then(async (answers) => {
  const { name, version } = await answers[0].json();
  require('node:fs').writeFileSync('asked.json', JSON.stringify({
    args: process.argv.slice(2, -1), remote, name, version,
    statuses: answers.map(({ status }) => status), cors: answers[0].headers.get('access-control-allow-origin'),
  }));
  process.exit(version.endsWith('bad') ? 1 : 0);
});
`;

let bench: Workbench;
beforeEach(async () => {
  bench = await openWorkbench();
  await mkdir(join(bench.root, 'node_modules/pnpm/bin'), { recursive: true });
});
afterEach(() => bench.remove());

async function publishWithSmoke(version: string) {
  await writeFile(join(bench.root, 'node_modules/pnpm/bin/pnpm.cjs'), PROGRAM);
  await buildRemote(bench.root, 'toolbox', { version });
  return bench.run('publish', 'toolbox', '--smoke');
}

it('runs the smoke tests with the build served in its place, and publishes it where they pass', async () => {
  const { code, output } = await publishWithSmoke('1.1.0-good');
  expect(output).toContain('Smoke tests with toolbox from http://localhost:');
  expect(code).toBe(0);
  const asked: unknown = JSON.parse(await readFile(join(bench.root, 'asked.json'), 'utf8'));
  expect(asked).toEqual({
    args: ['--filter', '@solvent/e2e', 'run', 'smoke', '--remote'],
    remote: 'toolbox',
    name: 'toolbox',
    version: '1.1.0-good',
    statuses: [200, 404, 404, 404],
    cors: '*',
  });
  expect(bench.has('remotes/toolbox/1.1.0-good/release.json')).toBe(true);
});

it('stores nothing where they fail', async () => {
  const { code, output } = await publishWithSmoke('1.1.0-bad');
  expect(code).toBe(1);
  expect(output).toContain('The smoke tests fail with this build of toolbox in place, so it is not published');
  expect(bench.has('remotes/toolbox')).toBe(false);
});

it('needs the installed workspace', async () => {
  await buildRemote(bench.root, 'toolbox');
  expect((await bench.run('publish', 'toolbox', '--smoke')).output).toContain('run "pnpm install" first');
});
