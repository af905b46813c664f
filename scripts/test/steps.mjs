/**
 * A step of the tests.
 *
 * @typedef {object} Step
 * @property {string} name as `--only` takes it
 * @property {'build' | 'unit' | 'api' | 'e2e' | 'all'} level whose time budget it counts against
 * @property {string[][]} commands run one after the other
 * @property {Record<string, string>} [env] variables of the commands
 * @property {RegExp} [whenChanged] the gate runs this step of `test:all` when a file with such a path was changed
 * @property {'jest' | 'playwright'} [report] which reporter writes the times of its files
 */

/** Time budgets of the gate's levels on two quiet cores (seconds). The checks of the sources run beside the build. */
export const BUDGETS = { build: 120, unit: 180, api: 180, e2e: 300 };

const check = (name, ...commands) => ({ name, level: 'build', commands });
/** Jest runs ES modules behind a flag. */
export const JEST_ENV = {
  NODE_OPTIONS: '--experimental-vm-modules --max-semi-space-size=64 --disable-warning=ExperimentalWarning',
};

const jest = (name, level, ...projects) => ({
  name,
  level,
  commands: [['jest', '--selectProjects', ...projects]],
  env: JEST_ENV,
  report: 'jest',
});
const api = (name, project, changes = {}, paths = []) => ({
  name,
  level: 'all',
  commands: [['node', 'scripts/test-api.mjs', '--project', project, ...paths]],
  report: 'jest',
  ...changes,
});
const script = (name, file, ...args) => ({ name, level: 'all', commands: [['node', `scripts/${file}.mjs`, ...args]] });

/** Files of `api-embedded` that the gate runs: connection, locks, a transaction, messages. */
const EMBEDDED_SMOKE = ['platform/db/database', 'platform/outbox/outbox', 'bids/decide-bid', 'messaging/send'];

/** Checks of the sources run at the same time, beside the build. @type {Step[]} */
const CHECKS = [
  check('types', ['tsc', '-p', 'tsconfig.web.json'], ['tsc', '-p', 'tsconfig.node.json']),
  check('lint', ['oxlint', '--deny-warnings']),
  check('format', ['oxfmt', '--check']),
  check('language', ['node', 'scripts/language.mjs']),
  check('boundaries', ['node', 'scripts/boundaries.mjs']),
  check('unused', ['knip']),
  check('migrations', ['node', 'scripts/migrations.mjs']),
  check('deploy', ['node', 'scripts/test-deploy.mjs']),
];

const BROWSERS = ['node', 'e2e/run.mjs'];

/**
 * The gate: what every change passes. Steps of a stage run at the same time, stages one after the other.
 *
 * @type {Step[][]}
 */
export const GATE = [
  [{ name: 'build', level: 'build', commands: [['node', 'scripts/build.mjs']] }, ...CHECKS],
  [jest('unit', 'unit', 'web', 'node')],
  [api('api', 'api', { level: 'api' })],
  [api('embedded-smoke', 'api-embedded', { level: 'api' }, EMBEDDED_SMOKE)],
  [{ name: 'e2e', level: 'e2e', commands: [[...BROWSERS, '--grep-invert=@full']], report: 'playwright' }],
];

/** Tests of starting, stopping and replicating the server. */
const PLATFORM =
  /^api\/src\/(?:platform|replicas|outages|backup|preflight|commands)\/|^api\/src\/(?:main|server|app)\.ts$|^api\/src\/testing\/(?:server-process|replicas|outages|own-postgres)/;
const CLUSTER = /^scripts\/cluster(?:\/|\.mjs)|^e2e\/chaos\/cluster\//;

/**
 * Steps that `npm run test:all` adds. They run one by one, because they compare times or fill the machine.
 *
 * @type {Step[]}
 */
export const REST = [
  jest('unit-processes', 'all', 'web-processes', 'node-processes'),
  api('api-processes', 'api-processes', { whenChanged: PLATFORM }),
  api('api-pooler', 'api-pooler'),
  api('api-embedded', 'api-embedded'),
  script('previous-release', 'test-previous-release'),
  script('reproducible', 'test-builds'),
  script('node-24', 'test-node-24'),
  script('bytes', 'test-bytes'),
  script('image', 'test-image'),
  script('operating', 'test-operating'),
  script('chaos', 'chaos', 'chat', '--clients', '20', '--messages', '300', '--kills', '2', '--seconds', '10'),
  script('new-remote', 'test-new-remote'),
  script('attacks', 'attack', '--short'),
  { name: 'e2e-full', level: 'all', commands: [[...BROWSERS, '--grep=@full']], report: 'playwright' },
  { ...script('cluster', 'chaos', 'cluster', '--short'), whenChanged: CLUSTER },
  {
    name: 'e2e-cluster',
    level: 'all',
    commands: [[...BROWSERS, '--cluster', '--project=desktop', 'bids.spec', 'chat.spec']],
    report: 'playwright',
  },
];
