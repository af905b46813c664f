import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { jest } from '@jest/globals';
import { copyWorkspace } from '../new-remote/copy-workspace.mjs';
import { runStep } from './run-step.mjs';

/** The nightly workflow sets another seed each time (.github/workflows/nightly.yml). The test's title contains it. */
const SEED = Number(process.env.BUILDS_SEED || 1);

/** Number of random steps, which take one to three seconds each. */
const RANDOM_STEPS = 4;

/** Time limit for an install, a build of the shell, and the steps on a busy machine (ms). */
jest.setTimeout(400_000);

/** A file of a remote, and one of a shared package that it bundles. Both affect its version. */
const SOURCES = ['mf-auth/src/remote.tsx', 'shared/push/src/index.ts'];
const DIST = 'mf-auth/dist';
const RSPACK = ['node', 'node_modules/@rspack/cli/bin/rspack.js', 'build'];

/** A file whose text replaces a source when the bundler starts, after Turbo has hashed the sources. */
const LATE_EDIT = 'saved-meanwhile.txt';
const APPLY_LATE_EDIT = `
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
if (existsSync('../${LATE_EDIT}')) {
  writeFileSync('../${SOURCES[0]}', readFileSync('../${LATE_EDIT}'));
  rmSync('../${LATE_EDIT}');
}
`;

/** Creates a generator of numbers from 0 to 1 that depends only on the seed (mulberry32). */
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
const pickRandom = (list) => list[Math.floor(random() * list.length)];

let workspace = '';
let tempFolder = '';
let texts = [];

/** Runs a program in the copy of the workspace. */
async function run(command, { folder = '.', env = {} } = {}) {
  const { code, output } = await runStep(command, { cwd: join(workspace, folder), env });
  if (code !== 0) throw new Error(`${command.join(' ')}\n${output}`);
  return output;
}

/** Calls a function of the copy's scripts/setup. */
const callSetup = (name, args = []) =>
  run(['node', '-e', `import('./scripts/setup/${name}.mjs').then((setup) => setup.${name}(${JSON.stringify(args)}))`]);

const deploy = (...names) =>
  run(['node', 'delivery/dist/main.js', 'deploy', ...names], { env: { DATA_DIR: '.data', RELEASES_DIR: '', RELEASES_URL: '' } });

const buildText = (index, number) => (number ? `${texts[index]}console.info('edit ${number}');\n` : texts[index]);

/** Writes the sources. @param {number[]} state number of the edit of each source, 0 for none */
async function writeSources(state) {
  for (const [index, path] of SOURCES.entries()) await writeFile(join(workspace, path), buildText(index, state[index]));
}

/** Ways to build a remote, by name. @type {Record<string, (state: number[]) => Promise<unknown>>} */
const BUILD_WAYS = {
  cached: () => callSetup('build', ['@solvent/mf-auth']),
  direct: () => run(RSPACK, { folder: 'mf-auth' }),
  async clean() {
    await rm(join(workspace, DIST), { recursive: true });
    await BUILD_WAYS.direct();
  },
  /** Builds after files were lost, truncated and left over. */
  async broken() {
    const [lost, cut] = (await readdir(join(workspace, DIST))).filter((name) => name.endsWith('.js'));
    await rm(join(workspace, DIST, lost));
    await truncate(join(workspace, DIST, cut), 10);
    await writeFile(join(workspace, DIST, 'left-over.js'), '');
    await BUILD_WAYS.cached();
  },
  /** Kills a build at a random time. Delivery refuses its output, or the output is complete. */
  async killed() {
    const [program, ...args] = RSPACK;
    const building = spawn(program, args, { cwd: join(workspace, 'mf-auth'), stdio: 'ignore' });
    const timer = setTimeout(() => building.kill('SIGKILL'), 300 + random() * 700);
    await once(building, 'exit');
    clearTimeout(timer);
    await deploy('auth').catch((error) => expect(error.message).toMatch(/is not whole|no build/));
    await BUILD_WAYS.cached();
  },
  /** Changes a source during the build, and restores it afterwards. */
  async hurried(state) {
    await writeFile(join(workspace, LATE_EDIT), buildText(0, 3));
    await BUILD_WAYS.cached();
    await rm(join(workspace, LATE_EDIT), { force: true });
    await writeSources(state);
    await BUILD_WAYS.cached();
  },
};

beforeAll(async () => {
  tempFolder = await mkdtemp(join(tmpdir(), 'solvent-builds-'));
  workspace = join(tempFolder, 'workspace');
  await copyWorkspace(workspace);
  texts = await Promise.all(SOURCES.map((path) => readFile(join(workspace, path), 'utf8')));
  const config = join(workspace, 'mf-auth/rspack.config.mjs');
  await writeFile(config, APPLY_LATE_EDIT + (await readFile(config, 'utf8')));
  await callSetup('install');
  await callSetup('build', ['@solvent/delivery', '@solvent/shell', '@solvent/mf-auth']);
  await deploy('shell', 'auth');
});
afterAll(() => rm(tempFolder, { recursive: true, force: true, maxRetries: 5 }));

it(`has the same version and bytes for the same sources, however it is built (BUILDS_SEED=${SEED})`, async () => {
  const fixedSteps = [
    { state: [0, 0], way: 'cached' },
    { state: [1, 0], way: 'cached' },
    { state: [0, 0], way: 'cached' },
    { state: [2, 0], way: 'hurried' },
    { state: [2, 0], way: 'clean' },
    { state: [0, 1], way: 'cached' },
  ];
  const randomSteps = Array.from({ length: RANDOM_STEPS }, () => ({
    state: [pickRandom([0, 1, 2]), pickRandom([0, 1])],
    way: pickRandom(Object.keys(BUILD_WAYS)),
  }));
  const versions = new Map();
  let done = '';
  for (const { state, way } of [...fixedSteps, ...randomSteps]) {
    done += ` ${way} ${state.join('')}`;
    await writeSources(state);
    await BUILD_WAYS[way](state);
    await deploy('auth'); // fails if an existing version has other bytes
    const { version } = JSON.parse(await readFile(join(workspace, DIST, 'remote.json'), 'utf8'));
    const known = versions.get(state.join(''));
    const isNew = known === undefined && ![...versions.values()].includes(version);
    expect([done, isNew ? 'new' : version]).toEqual([done, known ?? 'new']);
    versions.set(state.join(''), version);
  }
});

it('is the same in another folder', async () => {
  const moved = join(tempFolder, 'moved/further-down');
  await mkdir(dirname(moved));
  await rename(workspace, moved);
  workspace = moved;
  await writeSources([0, 0]);
  for (const folder of ['shell', 'mf-auth']) await run(RSPACK, { folder });
  expect(await deploy('shell', 'auth')).not.toContain('Published');
});
