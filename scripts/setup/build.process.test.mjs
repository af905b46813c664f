import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { jest } from '@jest/globals';
import { copyWorkspace } from '../new-remote/copy-workspace.mjs';
import { runStep } from './run-step.mjs';

/** Another seed each night (.github/workflows/nightly.yml); the test's title has it. */
const SEED = Number(process.env.BUILDS_SEED || 1);

/** Steps at random; each takes a second or three. */
const STEPS = 4;

/** On a busy machine (ms): an install, a build of the shell, and the steps. */
jest.setTimeout(400_000);

/** A remote, and a shared package that it depends on: both are part of its version. */
const SOURCES = ['mf-auth/src/remote.tsx', 'shared/push/src/index.ts'];
const DIST = 'mf-auth/dist';
const RSPACK = ['node', 'node_modules/@rspack/cli/bin/rspack.js', 'build'];

/** An edit after the build started: Turbo has read the sources by then, the bundler has not. */
const SAVED_MEANWHILE = 'saved-meanwhile.txt';
const SAVE_MEANWHILE = `
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
if (existsSync('../${SAVED_MEANWHILE}')) {
  writeFileSync('../${SOURCES[0]}', readFileSync('../${SAVED_MEANWHILE}'));
  rmSync('../${SAVED_MEANWHILE}');
}
`;

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const random = createRandom(SEED);
const oneOf = (list) => list[Math.floor(random() * list.length)];

let workspace = '';
let place = '';
let texts = [];

/** Runs a program in the copy. */
async function run(command, { folder = '.', env = {} } = {}) {
  const { code, output } = await runStep(command, { cwd: join(workspace, folder), env });
  if (code !== 0) throw new Error(`${command.join(' ')}\n${output}`);
  return output;
}

/** Calls a function of the copy's set-up, as `npm start` does. */
const call = (name, args = []) =>
  run(['node', '-e', `import('./scripts/setup/${name}.mjs').then((setup) => setup.${name}(${JSON.stringify(args)}))`]);

const deploy = (...names) =>
  run(['node', 'delivery/dist/main.js', 'deploy', ...names], { env: { DATA_DIR: '.data', RELEASES_DIR: '', RELEASES_URL: '' } });

const buildText = (index, number) => (number ? `${texts[index]}console.info('edit ${number}');\n` : texts[index]);

/** Makes the sources so. @param {number[]} state which edit each of them has, 0 for none */
async function edit(state) {
  for (const [index, path] of SOURCES.entries()) await writeFile(join(workspace, path), buildText(index, state[index]));
}

/** Everything that may be done to a remote's build. @type {Record<string, (state: number[]) => Promise<unknown>>} */
const WAYS = {
  cached: () => call('build', ['@solvent/mf-auth']),
  direct: () => run(RSPACK, { folder: 'mf-auth' }),
  async clean() {
    await rm(join(workspace, DIST), { recursive: true });
    await WAYS.direct();
  },
  /** Files of it were lost, cut short and left over. */
  async broken() {
    const [lost, cut] = (await readdir(join(workspace, DIST))).filter((name) => name.endsWith('.js'));
    await rm(join(workspace, DIST, lost));
    await truncate(join(workspace, DIST, cut), 10);
    await writeFile(join(workspace, DIST, 'left-over.js'), '');
    await WAYS.cached();
  },
  /** Killed at any moment: the remaining output is refused, or complete. */
  async killed() {
    const [program, ...args] = RSPACK;
    const building = spawn(program, args, { cwd: join(workspace, 'mf-auth'), stdio: 'ignore' });
    const timer = setTimeout(() => building.kill('SIGKILL'), 300 + random() * 700);
    await once(building, 'exit');
    clearTimeout(timer);
    await deploy('auth').catch((error) => expect(error.message).toMatch(/is not whole|no build/));
    await WAYS.cached();
  },
  /** A text is changed during the build, and restored after it. */
  async hurried(state) {
    await writeFile(join(workspace, SAVED_MEANWHILE), buildText(0, 3));
    await WAYS.cached();
    await rm(join(workspace, SAVED_MEANWHILE), { force: true });
    await edit(state);
    await WAYS.cached();
  },
};

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'solvent-builds-'));
  workspace = join(place, 'workspace');
  await copyWorkspace(workspace);
  texts = await Promise.all(SOURCES.map((path) => readFile(join(workspace, path), 'utf8')));
  const config = join(workspace, 'mf-auth/rspack.config.mjs');
  await writeFile(config, SAVE_MEANWHILE + (await readFile(config, 'utf8')));
  await call('install');
  await call('build', ['@solvent/delivery', '@solvent/shell', '@solvent/mf-auth']);
  await deploy('shell', 'auth');
});
afterAll(() => rm(place, { recursive: true, force: true, maxRetries: 5 }));

it(`is the same version and the same bytes of the same sources, in whatever way it is built (BUILDS_SEED=${SEED})`, async () => {
  const begun = [
    { state: [0, 0], way: 'cached' },
    { state: [1, 0], way: 'cached' },
    { state: [0, 0], way: 'cached' },
    { state: [2, 0], way: 'hurried' },
    { state: [2, 0], way: 'clean' },
    { state: [0, 1], way: 'cached' },
  ];
  const walk = Array.from({ length: STEPS }, () => ({
    state: [oneOf([0, 1, 2]), oneOf([0, 1])],
    way: oneOf(Object.keys(WAYS)),
  }));
  const versions = new Map();
  let done = '';
  for (const { state, way } of [...begun, ...walk]) {
    done += ` ${way} ${state.join('')}`;
    await edit(state);
    await WAYS[way](state);
    await deploy('auth'); // it refuses other bytes of a version that it has
    const { version } = JSON.parse(await readFile(join(workspace, DIST, 'remote.json'), 'utf8'));
    const known = versions.get(state.join(''));
    const isNew = known === undefined && ![...versions.values()].includes(version);
    expect([done, isNew ? 'new' : version]).toEqual([done, known ?? 'new']);
    versions.set(state.join(''), version);
  }
});

it('is the same where the workspace lies in another folder', async () => {
  const moved = join(place, 'moved/further-down');
  await mkdir(dirname(moved));
  await rename(workspace, moved);
  workspace = moved;
  await edit([0, 0]);
  for (const folder of ['shell', 'mf-auth']) await run(RSPACK, { folder });
  expect(await deploy('shell', 'auth')).not.toContain('Published');
});
