import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { copyWorkspace } from './new-remote/copy-workspace.mjs';
import { ROOT } from './setup/root.mjs';
import { endSteps, runStep } from './setup/run-step.mjs';
import { runMain, StartError } from './setup/start-error.mjs';

/** Test files in e2e/tests, at least one of each feature. */
const JOURNEYS = [
  'sign-up',
  'sign-in',
  'post-problem',
  'bids',
  'browse',
  'chat',
  'notifications',
  'profile',
  'toolbox-upload',
  'federation',
].map((name) => `tests/${name}.spec`);

/** Major version of the Node release that the product ships. */
const SHIPPED_NODE = readFileSync(join(ROOT, '.nvmrc'), 'utf8').trim();

/** Finds the shipped release of Node: the running one, or the npm package `node`. @returns {Promise<string>} path of the program */
async function findNode() {
  if (process.versions.node.startsWith(`${SHIPPED_NODE}.`)) return process.execPath;
  const { code, output } = await runStep([
    'npx',
    '--yes',
    `--package=node@${SHIPPED_NODE}`,
    '-c',
    'node --print process.execPath',
  ]);
  const path = output.trim().split('\n').at(-1);
  if (code === 0 && path?.startsWith('/')) return path;
  throw new StartError(
    `Node ${SHIPPED_NODE} could not be downloaded from npm: see below, check the connection and try again.\n${output}`,
  );
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, endSteps);

/**
 * `npm test -- --only node-24`: installs, builds and tests a copy of the workspace with the shipped release of Node: the API's
 * tests, and ten end-to-end tests.
 */
await runMain(async () => {
  const node = await findNode();
  const copy = await realpath(await mkdtemp(join(tmpdir(), 'solvent-node-')));
  // On exit, which also covers an interruption by the user.
  process.once('exit', () => rmSync(copy, { recursive: true, force: true, maxRetries: 5 }));
  await copyWorkspace(copy);
  // Programs are found in PATH, because npx would run its own packages instead.
  const PATH = [dirname(node), join(copy, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  for (const args of [
    ['--eval', 'import("./scripts/setup/install.mjs").then(({ install }) => install())'],
    ['scripts/build.mjs'],
    ['scripts/test-api.mjs', '--project', 'api'],
    ['e2e/run.mjs', '--grep-invert=@full', '--project=desktop', ...JOURNEYS],
  ]) {
    process.stdout.write(`\nNode ${SHIPPED_NODE}: ${args.join(' ')}\n`);
    const { code } = await runStep([node, ...args], { cwd: copy, env: { PATH }, live: true });
    if (code !== 0) throw new StartError(`"node ${args.join(' ')}" fails on Node ${SHIPPED_NODE}: see above.`);
  }
});
