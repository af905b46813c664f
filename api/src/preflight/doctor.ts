import type { Config } from '../platform/config/config.ts';
import { readProduct } from '../platform/config/product.ts';
import {
  checkBackups,
  checkClock,
  checkConnections,
  checkMigrations,
  checkReplica,
  checkStoredFiles,
  checkVersion,
} from './database.ts';
import { fail, ok, runCheck, warn } from './finding.ts';
import type { Check, NamedFinding } from './finding.ts';
import { cautions, findProblems, preflight } from './preflight.ts';
import { checkIdentity, checkMail, checkProxy, checkRedis } from './services.ts';
import { checkAssets, checkDisk, checkFiles, checkReleases } from './stores.ts';

/** In the order of the report, by the requirement of a start without which a check is left out. */
const CHECKS: Record<string, Record<string, Check>> = {
  database: {
    database: checkVersion,
    migrations: checkMigrations,
    connections: checkConnections,
    clock: checkClock,
    backups: checkBackups,
    replica: checkReplica,
    objects: checkStoredFiles,
  },
  redis: { redis: checkRedis },
  files: { files: checkFiles },
  disk: { disk: checkDisk },
  releases: { releases: checkReleases, assets: checkAssets },
  identity: { identity: checkIdentity },
  mail: { mail: checkMail },
  proxy: { proxy: checkProxy },
};

/** They write, or need a deployment and a server that runs. */
const NOT_BEFORE_START = new Set(['files', 'releases', 'assets', 'proxy']);

async function runChecks(config: Config, isSkipped: (name: string, requirement: string) => boolean): Promise<NamedFinding[]> {
  const checks = Object.entries(CHECKS).flatMap(([requirement, group]) =>
    Object.entries(group).map(async ([name, check]) => {
      const finding = isSkipped(name, requirement) ? undefined : await runCheck(check, config);
      return finding === undefined ? [] : [{ name, ...finding }];
    }),
  );
  return (await Promise.all(checks)).flat();
}

const toWarnings = (sentences: string[]) => sentences.map((sentence) => ({ name: 'settings', ...warn(sentence) }));

/** Checks what a server would start with, and changes nothing. @throws StartupError if it would not start */
export async function examineSettings(config: Config): Promise<NamedFinding[]> {
  const warnings = toWarnings(await preflight(config, false));
  // "npm start" checks the settings before it starts the emulator.
  const isLater = (name: string) => name === 'identity' && config.identity.emulatorHost !== undefined;
  return [...warnings, ...(await runChecks(config, (name) => NOT_BEFORE_START.has(name) || isLater(name)))];
}

/** Examines everything that servers with these settings depend on, concurrently. Leaves nothing behind. */
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
