import { isAbsolute, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { bucketProblem } from '@solvent/object-store';
import type { Problem } from '@solvent/object-store';
import { placeProblem } from '@solvent/releases';
import { requireWritable } from '@solvent/setup/folders';
import { networkSettings, OPEN_IN_DEVELOPMENT } from '@solvent/setup/own-machine';
import { requireFreePort } from '@solvent/setup/ports';
import { StartError } from '@solvent/setup/start-error';
import { gte } from 'semver';
import type { Config } from '../platform/config/config.ts';
import { readProduct } from '../platform/config/product.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { usesDataFolder } from '../platform/objects/data-disk.ts';
import { TimeoutError, withTimeout } from '../platform/with-timeout.ts';
import { DATABASE_CHECKS, databaseProblem, otherServerCheck } from './database.ts';
import { fail, ok, runCheck, warn } from './finding.ts';
import type { Check, NamedFinding } from './finding.ts';
import { checkIdentity, checkMail, checkProxy, checkRedis, credentialsProblem, redisProblem } from './services.ts';
import { checkAssets, checkDisk, checkFiles, checkReleases } from './stores.ts';

/** The oldest release line of Node that gets security fixes. `.nvmrc` has the version that the product ships. */
const OLDEST_SUPPORTED_NODE = '22.0.0';

function* listForProduction(config: Config, nodeVersion: string): Generator<string> {
  const { bucket, contactEmail, payments, publicUrl, redisUrl, releases, smtp, trustProxy } = config;
  if (!gte(nodeVersion, OLDEST_SUPPORTED_NODE))
    yield `This is Node ${nodeVersion.slice(1)}, which gets no security fixes any more: run production on Node 24.`;
  if (publicUrl?.startsWith('https:') && trustProxy.length === 0)
    yield `PUBLIC_URL is https, so a proxy is in front of this server, and TRUST_PROXY is empty, so all users count as one client and share its limits: set TRUST_PROXY to the proxy's address.`;
  const local = [...(bucket === undefined ? ['FILES_URL'] : []), ...(isAbsolute(releases) ? ['RELEASES_URL'] : [])];
  if (redisUrl !== undefined && local.length > 0)
    yield `REDIS_URL is set, as for several servers, and files or releases are on this machine alone: set ${local.join(' and ')} to buckets before a second server starts.`;
  if (smtp === undefined || contactEmail === undefined)
    yield 'No email is sent, so messages to the team are only stored ("pnpm solvent messages" shows them): set SMTP_URL, MAIL_FROM and CONTACT_EMAIL to receive them by email.';
  if (payments === 'none')
    yield 'Nothing is sold, since no payment provider is configured: modules with a price are shown and cannot be bought. PAYMENTS=test accepts every payment, and no money moves.';
  if (payments === 'test')
    yield 'PAYMENTS is test: every purchase succeeds, and no money moves. Leave PAYMENTS out to sell nothing.';
}

function* listForDevelopment({ host, publicUrl }: Config): Generator<string> {
  const open = networkSettings({ HOST: host, PUBLIC_URL: publicUrl });
  if (open.length > 0)
    yield `${open.join(' and ')}, and ALLOW_DEVELOPMENT_ON_NETWORK lets other machines reach this development server, where ${OPEN_IN_DEVELOPMENT}: leave it out unless you trust everyone who can reach this machine.`;
}

/** Settings that do not prevent a start but may have been forgotten: a sentence each, with what to do. */
export const cautions = (config: Config, nodeVersion = process.version): string[] => [
  ...config.misspelled,
  ...(config.env === 'production' ? listForProduction(config, nodeVersion) : listForDevelopment(config)),
];

/** Limits each check, including steps without a separate limit, such as name resolution. */
const TIMEOUT_MS = 10_000;
const RETRY_INTERVAL_MS = 1000;

interface Requirement {
  /** Name in the report of `solvent doctor`. */
  name: string;
  check: () => Promise<Problem | undefined>;
}

const reach = (name: string, setting: string, check: Requirement['check']): Requirement => ({
  name,
  check: () =>
    withTimeout(TIMEOUT_MS, setting, check()).catch((error: unknown) => {
      if (!(error instanceof TimeoutError)) throw error;
      const sentence = `The service in ${setting} did not respond within ${TIMEOUT_MS / 1000} s: check the address, and that it runs.`;
      return { sentence, away: true };
    }),
});

const onMachine = (name: string, refuse: () => Promise<void> | void): Requirement => ({
  name,
  async check() {
    try {
      await refuse();
      return undefined;
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      return { sentence: error.message, away: false };
    }
  },
});

/**
 * Lists what a start requires.
 * @param isStarting whether a server is about to start: then the port must be free, and no other server may run without Redis
 */
function* listRequirements(config: Config, isStarting: boolean): Generator<Requirement> {
  const { bucket, databaseUrl, dataDir, env, host, identity, port, releases, redisUrl } = config;
  if (usesDataFolder(config)) yield onMachine('disk', () => requireWritable(dataDir));
  if (databaseUrl !== undefined) yield reach('database', 'DATABASE_URL', () => databaseProblem(databaseUrl, config));
  if (databaseUrl !== undefined && redisUrl === undefined && isStarting)
    yield reach('server', 'DATABASE_URL', otherServerCheck(databaseUrl));
  if (redisUrl !== undefined) yield reach('redis', 'REDIS_URL', () => redisProblem(redisUrl));
  if (bucket !== undefined) yield reach('files', 'FILES_URL', () => bucketProblem('FILES_URL', bucket));
  // In development, and in the data folder, the first deployment creates the store.
  const mustExist = env === 'production' && releases !== join(dataDir, 'releases');
  yield reach('releases', 'RELEASES_URL', () => placeProblem(releases, mustExist));
  yield { name: 'identity', check: () => credentialsProblem(identity) };
  if (isStarting) yield onMachine('port', () => requireFreePort(port, host, 'PORT'));
}

interface Patience {
  seconds: number;
  /** Receives each reason for waiting once. */
  onWait(sentence: string): void;
}

/** Retries failed checks while all problems may be temporary. @returns sentences by name */
async function findProblems(config: Config, isStarting: boolean, patience?: Patience): Promise<Map<string, string>> {
  const since = performance.now();
  const reported = new Set<string>();
  let pending = [...listRequirements(config, isStarting)];
  for (;;) {
    const checked = await Promise.all(pending.map(async (requirement) => ({ requirement, problem: await requirement.check() })));
    const problems = checked.flatMap(({ requirement, problem }) => (problem ? [{ ...requirement, ...problem }] : []));
    pending = problems;
    const remaining = (patience?.seconds ?? 0) - (performance.now() - since) / 1000;
    if (problems.length === 0 || remaining <= 0 || problems.some(({ away }) => !away))
      return new Map(problems.map(({ name, sentence }) => [name, sentence]));
    for (const { sentence } of problems) {
      if (!reported.has(sentence)) patience?.onWait(`Waiting for up to ${Math.ceil(remaining)} s. ${sentence}`);
      reported.add(sentence);
    }
    await wait(Math.min(RETRY_INTERVAL_MS, remaining * 1000));
  }
}

/**
 * Checks whether a server could start with these settings, by connecting to every configured service. Changes nothing.
 * @returns what may have been forgotten @throws StartupError with one sentence per problem, each on its own line
 */
export async function preflight(config: Config, isStarting: boolean, patience?: Patience): Promise<string[]> {
  const problems = await findProblems(config, isStarting, patience);
  if (problems.size > 0) throw new StartupError([...problems.values()].join('\n'));
  // In development, "npm start" deploys after this, and pages without a release show what to do.
  const releases = config.env === 'production' ? await runCheck(checkReleases, config) : undefined;
  return [...cautions(config), ...(releases === undefined || releases.state === 'ok' ? [] : [releases.sentence])];
}

/**
 * Checks by the requirement of a start that they depend on, in the order of the report. If the requirement fails, its checks are
 * skipped.
 */
const CHECKS: Record<string, Record<string, Check>> = {
  database: DATABASE_CHECKS,
  redis: { redis: checkRedis },
  files: { files: checkFiles },
  disk: { disk: checkDisk },
  releases: { releases: checkReleases, assets: checkAssets },
  identity: { identity: checkIdentity },
  mail: { mail: checkMail },
  proxy: { proxy: checkProxy },
};

/** Checks that write, or need a deployment or a running server. */
const NOT_BEFORE_START = new Set(['files', 'releases', 'assets', 'proxy']);

/** Runs the checks of a requirement one after another: a full database has few connections left, which its servers need. */
async function runChecks(config: Config, isSkipped: (name: string, requirement: string) => boolean): Promise<NamedFinding[]> {
  const groups = Object.entries(CHECKS).map(async ([requirement, group]) => {
    const findings: NamedFinding[] = [];
    for (const [name, check] of Object.entries(group)) {
      const finding = isSkipped(name, requirement) ? undefined : await runCheck(check, config);
      if (finding !== undefined) findings.push({ name, ...finding });
    }
    return findings;
  });
  return (await Promise.all(groups)).flat();
}

const toWarnings = (sentences: string[]) => sentences.map((sentence) => ({ name: 'settings', ...warn(sentence) }));

/** Checks what a server would start with, and changes nothing. @throws StartupError if it would not start */
export async function examineSettings(config: Config): Promise<NamedFinding[]> {
  const warnings = toWarnings(await preflight(config, false));
  // "npm start" checks the settings before it starts the emulator.
  const isLater = (name: string) => name === 'identity' && config.identity.emulatorHost !== undefined;
  return [...warnings, ...(await runChecks(config, (name) => NOT_BEFORE_START.has(name) || isLater(name)))];
}

/** Examines everything that servers with these settings depend on. Leaves nothing behind. */
export async function examine(config: Config): Promise<NamedFinding[]> {
  const problems = await findProblems(config, false);
  const { version, revision } = readProduct();
  const build = revision === 'checkout' ? 'from a checkout' : `built of ${revision || 'an unknown revision'}`;
  return [
    { name: 'version', ...ok(`Solvent ${version}, ${build}, on Node ${process.versions.node}.`) },
    ...toWarnings(cautions(config)),
    ...[...problems].map(([name, sentence]) => ({ name, ...fail(sentence) })),
    ...(await runChecks(config, (_name, requirement) => problems.has(requirement))),
  ];
}
