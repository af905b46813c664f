/**
 * A step of the tests.
 *
 * @typedef {object} Step
 * @property {string} name for `--only`
 * @property {'build' | 'unit' | 'api' | 'e2e' | 'all'} level the time budget that includes this step
 * @property {string[][]} commands run in sequence
 * @property {Record<string, string>} [env] variables of the commands
 * @property {RegExp} [whenChanged] paths; the gate runs a step of `test:all` if a matching file changed
 * @property {'jest' | 'playwright'} [report] the reporter that writes times and failures
 */

/** Time budgets of the gate's levels on two idle cores (seconds). Checks of the sources run during the build. */
export const BUDGETS = { build: 120, unit: 180, api: 180, e2e: 300 };

const createCheck = (name, ...commands) => ({ name, level: 'build', commands });
/** Jest needs a flag of Node to run ES modules. */
export const JEST_ENV = {
  NODE_OPTIONS: '--experimental-vm-modules --max-semi-space-size=64 --disable-warning=ExperimentalWarning',
};

const createJestStep = (name, level, ...projects) => ({
  name,
  level,
  commands: [['jest', '--selectProjects', ...projects]],
  env: JEST_ENV,
  report: 'jest',
});
const createApiStep = (name, project, changes = {}, paths = []) => ({
  name,
  level: 'all',
  commands: [['node', 'scripts/test-api.mjs', '--project', project, ...paths]],
  report: 'jest',
  ...changes,
});
const createScriptStep = (name, file, ...args) => ({ name, level: 'all', commands: [['node', `scripts/${file}.mjs`, ...args]] });

/** Test files of `api-embedded` that the gate runs: connection, locks, a transaction, messages. */
const EMBEDDED_SMOKE = ['platform/db/database', 'platform/outbox/outbox', 'bids/decide-bid', 'messaging/send'];

/** Checks of the sources, which run at the same time as the build. @type {Step[]} */
const CHECKS = [
  createCheck('types', ['tsc', '-p', 'tsconfig.web.json'], ['tsc', '-p', 'tsconfig.node.json']),
  createCheck('lint', ['oxlint', '--deny-warnings']),
  createCheck('format', ['oxfmt', '--check']),
  createCheck('language', ['node', 'scripts/language.mjs']),
  createCheck('boundaries', ['node', 'scripts/boundaries.mjs']),
  createCheck('unused', ['knip']),
  createCheck('migrations', ['node', 'scripts/migrations.mjs']),
  createCheck('deploy', ['node', 'scripts/test-deploy.mjs']),
];

const E2E_COMMAND = ['node', 'e2e/run.mjs'];

/**
 * The gate: steps that every change must pass. Steps of a stage run at the same time, stages in sequence.
 *
 * @type {Step[][]}
 */
export const GATE = [
  [{ name: 'build', level: 'build', commands: [['node', 'scripts/build.mjs']] }, ...CHECKS],
  [createJestStep('unit', 'unit', 'web', 'node')],
  [createApiStep('api', 'api', { level: 'api' })],
  [createApiStep('embedded-smoke', 'api-embedded', { level: 'api' }, EMBEDDED_SMOKE)],
  [{ name: 'e2e', level: 'e2e', commands: [[...E2E_COMMAND, '--grep-invert=@full']], report: 'playwright' }],
];

/** Sources that affect how the server starts, stops and runs in several processes. */
const PLATFORM =
  /^api\/src\/(?:platform|replicas|outages|backup|preflight|commands)\/|^api\/src\/(?:main|server|app)\.ts$|^api\/src\/testing\/(?:server-process|replicas|outages|own-postgres)/;
const CLUSTER = /^scripts\/cluster(?:\/|\.mjs)|^e2e\/chaos\/cluster\//;

/**
 * Steps that only `npm run test:all` runs. They run in sequence, because some measure times or use the whole machine.
 *
 * @type {Step[]}
 */
export const FULL_STEPS = [
  createJestStep('unit-processes', 'all', 'web-processes', 'node-processes'),
  createApiStep('api-processes', 'api-processes', { whenChanged: PLATFORM }),
  createApiStep('api-pooler', 'api-pooler'),
  createApiStep('api-embedded', 'api-embedded'),
  createScriptStep('previous-release', 'test-previous-release'),
  createScriptStep('reproducible', 'test-builds'),
  createScriptStep('node-24', 'test-node-24'),
  createScriptStep('bytes', 'test-bytes'),
  createScriptStep('image', 'test-image'),
  createScriptStep('operating', 'test-operating'),
  createScriptStep('chaos', 'chaos', 'chat', '--clients', '20', '--messages', '300', '--kills', '2', '--seconds', '10'),
  createScriptStep('new-remote', 'test-new-remote'),
  createScriptStep('attacks', 'attack', '--short'),
  { name: 'e2e-full', level: 'all', commands: [[...E2E_COMMAND, '--grep=@full']], report: 'playwright' },
  {
    name: 'e2e-browsers',
    level: 'all',
    commands: [[...E2E_COMMAND, '--config=browsers.config.ts', '--pass-with-no-tests']],
    report: 'playwright',
  },
  { ...createScriptStep('cluster', 'chaos', 'cluster', '--short'), whenChanged: CLUSTER },
  {
    name: 'e2e-cluster',
    level: 'all',
    commands: [[...E2E_COMMAND, '--cluster', '--project=desktop', 'bids.spec', 'chat.spec']],
    report: 'playwright',
  },
];
