import { isAbsolute, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { bucketProblem } from '@solvent/object-store';
import type { Problem } from '@solvent/object-store';
import { openChannel, openReleaseStore, placeProblem } from '@solvent/releases';
import { networkSettings, OPEN_IN_DEVELOPMENT } from '@solvent/setup/own-machine';
import { gte } from 'semver';
import type { Config } from '../platform/config/config.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { getErrorMessage } from '../platform/errors/error-code.ts';
import { usesDataFolder } from '../platform/objects/data-disk.ts';
import { TimeoutError, withTimeout } from '../platform/with-timeout.ts';
import { credentialsProblem, databaseProblem, dataFolderProblem, otherServerCheck, portProblem, redisProblem } from './probes.ts';
import type { ProbeResult } from './probes.ts';

/** The oldest release line of Node that gets security fixes. `.nvmrc` has the version that the product ships. */
const OLDEST_SUPPORTED_NODE = '22.0.0';

/** @param version such as `v20.19.0` */
export const nodeProblem = (version: string): string | undefined =>
  gte(version, OLDEST_SUPPORTED_NODE)
    ? undefined
    : `This is Node ${version.replace(/^v/, '')}, which gets no security fixes any more: run production on Node 24.`;

function* listForProduction(config: Config, nodeVersion: string): Generator<string> {
  const { bucket, contactEmail, dataDir, payments, publicUrl, redisUrl, releases, smtp, trustProxy } = config;
  const unsupported = nodeProblem(nodeVersion);
  if (unsupported !== undefined) yield unsupported;
  if (publicUrl?.startsWith('https:') && trustProxy.length === 0)
    yield `PUBLIC_URL is https, so a proxy is in front of this server, and TRUST_PROXY is empty, so all users count as one client and share its limits: set TRUST_PROXY to the proxy's address.`;
  const local = [...(bucket === undefined ? ['FILES_URL'] : []), ...(isAbsolute(releases) ? ['RELEASES_URL'] : [])];
  if (redisUrl !== undefined && local.length > 0)
    yield `REDIS_URL is set, as for several servers, and ${local.join(' and ')} ${local.length > 1 ? 'are' : 'is'} not, so that ${bucket === undefined ? `files are in ${dataDir}` : `releases are in ${releases}`} on this machine alone: set ${local.join(' and ')} to buckets before a second server starts.`;
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

/** Also limits steps without a limit of their own, such as name resolution. */
const TIMEOUT_MS = 10_000;
const RETRY_INTERVAL_MS = 1000;

type Check = () => Promise<ProbeResult>;

const inTime = (setting: string, check: Promise<ProbeResult>): Promise<ProbeResult> =>
  withTimeout(TIMEOUT_MS, setting, check).catch((error: unknown) => {
    if (!(error instanceof TimeoutError)) throw error;
    const sentence = `The service in ${setting} did not respond within ${TIMEOUT_MS / 1000} s: check the address, and that it runs.`;
    return { sentence, away: true };
  });

/** @param needsPort whether the port must be free, and no other server without Redis may run */
function* listChecks(config: Config, needsPort: boolean): Generator<Check> {
  const { bucket, databaseUrl, dataDir, env, releases, redisUrl } = config;
  if (usesDataFolder(config)) yield () => dataFolderProblem(config);
  if (databaseUrl !== undefined) yield () => inTime('DATABASE_URL', databaseProblem(databaseUrl, config));
  if (databaseUrl !== undefined && redisUrl === undefined && needsPort) {
    const otherServer = otherServerCheck(databaseUrl);
    yield () => inTime('DATABASE_URL', otherServer());
  }
  if (redisUrl !== undefined) yield () => inTime('REDIS_URL', redisProblem(redisUrl));
  if (bucket !== undefined) yield () => inTime('FILES_URL', bucketProblem('FILES_URL', bucket));
  // In development, and in the data folder, the first deployment creates the store.
  const mustExist = env === 'production' && releases !== join(dataDir, 'releases');
  yield () => inTime('RELEASES_URL', placeProblem(releases, mustExist));
  yield async () => credentialsProblem(config.identity);
  if (needsPort) yield () => portProblem(config);
}

interface Patience {
  seconds: number;
  /** Receives each reason for waiting once. */
  onWait(sentence: string): void;
}

/** Retries failed checks while all problems may be temporary. */
async function findProblems(checks: Check[], { seconds, onWait }: Patience): Promise<Problem[]> {
  const since = performance.now();
  const reported = new Set<string>();
  let pending = checks;
  for (;;) {
    const results = await Promise.all(pending.map((check) => check()));
    pending = pending.filter((_check, index) => results[index] !== undefined);
    const problems = results.filter((result) => result !== undefined);
    const remaining = seconds - (performance.now() - since) / 1000;
    if (problems.length === 0 || remaining <= 0 || problems.some(({ away }) => !away)) return problems;
    for (const { sentence } of problems) {
      if (!reported.has(sentence)) onWait(`Waiting for up to ${Math.ceil(remaining)} s. ${sentence}`);
      reported.add(sentence);
    }
    await wait(Math.min(RETRY_INTERVAL_MS, remaining * 1000));
  }
}

async function listChannelNotes({ releases, channel }: Config): Promise<string[]> {
  const reading = openChannel(openReleaseStore(releases), channel).lastNumber();
  try {
    if ((await withTimeout(TIMEOUT_MS, 'The release store', reading)) > 0) return [];
    return [
      `Nothing is live in the channel ${channel} (CHANNEL): pages appear once "pnpm delivery deploy --channel ${channel}" or a promotion puts a release into it.`,
    ];
  } catch (error) {
    return [`The live release of the channel ${channel} (CHANNEL) cannot be read (${getErrorMessage(error)}).`];
  }
}

/**
 * Checks whether a server could start with these settings, by connecting to every configured service. Changes nothing.
 * @param options `port`: whether the port must be free, which it is not while a server runs; `patience`: none by default
 * @returns messages for the operator: possibly forgotten settings, and hints that are normal in development
 * @throws StartupError with one sentence per problem, each on its own line
 */
export async function preflight(
  config: Config,
  { port, patience = { seconds: 0, onWait: () => {} } }: { port: boolean; patience?: Patience },
): Promise<{ warnings: string[]; hints: string[] }> {
  const problems = await findProblems([...listChecks(config, port)], patience);
  if (problems.length > 0) throw new StartupError(problems.map(({ sentence }) => sentence).join('\n'));
  const notes = await listChannelNotes(config);
  const warnings = cautions(config);
  return config.env === 'production' ? { warnings: [...warnings, ...notes], hints: [] } : { warnings, hints: notes };
}
