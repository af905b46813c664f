import { existsSync } from 'node:fs';
import { bucketAddress } from '@solvent/object-store';
import { missingFilesProblem } from './missing-files.ts';
import { readOnly } from './reach.ts';
import { databaseName, releasesName } from './target.ts';
import type { Config } from '../platform/config/config.ts';
import { checkNewerSchema, readSchemaState } from '../platform/db/schema-state.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import { examineIdentity, examineMail } from './examination/outside.ts';
import type { Finding } from './examination/finding.ts';

/** Result of a check of the settings; one line each. */
interface Reached {
  reached: string[];
  /** Settings that were not tried, each with how to try it. */
  untried: string[];
  /** Services that do not answer or that refuse, although a server would start without them. */
  failed: string[];
}

/** For files that the database names (ms). */
const TIMEOUT = 15_000;

const DOCTOR = '"pnpm solvent doctor" does';

/** The first deployment creates the folder of releases. */
const hasNoStore = (releases: string): boolean => bucketAddress(releases) === undefined && !existsSync(releases);

/** Services that {@link preflight} has reached if it throws nothing. */
function reachedByPreflight({ databaseUrl, redisUrl, bucket, dataDir, releases, identity }: Config): string[] {
  const keeps = databaseUrl === undefined || bucket === undefined;
  return [
    ...(keeps ? [`data folder: ${dataDir} can be written`] : []),
    ...(databaseUrl === undefined ? [] : [`database: ${databaseName(databaseUrl)} was read`]),
    ...(redisUrl === undefined ? [] : [`Redis: ${new URL(redisUrl).host} answers`]),
    ...(bucket === undefined ? [] : [`files: the bucket ${bucket.bucket} was listed and read`]),
    ...(hasNoStore(releases)
      ? []
      : [`releases: ${releasesName(releases)} ${bucketAddress(releases) ? 'was listed and read' : 'can be read'}`]),
    ...(identity.credentialsFile === undefined || identity.emulatorHost !== undefined
      ? []
      : [`service account: ${identity.credentialsFile} is a key of ${identity.projectId}`]),
  ];
}

/** Configured services that the check does not try. */
function listUnchecked({
  bucket,
  releases,
  databaseUrl,
  databaseDirectUrl,
  databaseReadUrl,
  assetsUrl,
  publicUrl,
  tracing,
  port,
}: Config): string[] {
  const buckets = bucket !== undefined || bucketAddress(releases) !== undefined;
  return [
    `PORT ${port}: a server that runs may have it`,
    ...(hasNoStore(releases) ? [`releases: ${releases} is not there yet, and "pnpm delivery deploy" makes it`] : []),
    ...(buckets ? [`writing to buckets: ${DOCTOR}, to the one of files`] : []),
    ...(databaseDirectUrl === databaseUrl ? [] : [`DATABASE_DIRECT_URL: ${DOCTOR}`]),
    ...(databaseReadUrl === undefined ? [] : [`DATABASE_READ_URL: ${DOCTOR}`]),
    ...(assetsUrl === undefined ? [] : [`ASSETS_URL: ${DOCTOR}`]),
    ...(publicUrl === undefined ? [] : [`PUBLIC_URL and TRUST_PROXY: ${DOCTOR}, once a server runs`]),
    ...(tracing === undefined ? [] : ['OTEL_EXPORTER_OTLP_ENDPOINT: the log of a server reports a collector that is away']),
  ];
}

const sorted = ({ state, name, sentence }: Finding): Partial<Reached> =>
  state === 'fail' ? { failed: [sentence] } : { reached: [`${name}: ${sentence}`] };

async function reachMail(config: Config): Promise<Partial<Reached>> {
  if (config.smtp === undefined) return {};
  const found = sorted(await examineMail(config));
  return found.failed ? found : { ...found, untried: ['whether mail arrives: send a message by /contact'] };
}

async function reachIdentity(config: Config): Promise<Partial<Reached>> {
  const { emulatorHost } = config.identity;
  // "npm start" checks the settings before it starts the emulator.
  if (emulatorHost !== undefined) return { untried: [`identity: the emulator at ${emulatorHost}, which "npm start" starts`] };
  const found = sorted(await examineIdentity(config));
  return { ...found, untried: ['FIREBASE_API_KEY and FIREBASE_AUTH_DOMAIN: only a sign-up shows whether they are right'] };
}

/** A database with the schema of the next release: this one runs on it. */
async function reachNewerSchema({ databaseUrl }: Config): Promise<Partial<Reached>> {
  if (databaseUrl === undefined) return {};
  const state = await readOnly(databaseUrl, (client) => readSchemaState(client)).catch(() => undefined);
  const newer = checkNewerSchema(state?.newer ?? []);
  return newer === undefined ? {} : { reached: [`database: ${newer.message}`] };
}

/** Without an answer of database or store there is nothing to report: {@link preflight} had one just before. */
async function reachFiles(config: Config): Promise<Partial<Reached>> {
  const missing = await withTimeout(TIMEOUT, 'The store', missingFilesProblem(config)).catch(() => undefined);
  return missing === undefined ? {} : { failed: [missing] };
}

/**
 * Lists which configured services were reached and which were not tried, after {@link preflight} found no fault. Also tries the
 * mail server, the identity provider and the newest files, which are not required for a start.
 */
export async function reachAll(config: Config): Promise<Reached> {
  const others = await Promise.all([reachNewerSchema(config), reachMail(config), reachIdentity(config), reachFiles(config)]);
  return {
    reached: [...reachedByPreflight(config), ...others.flatMap(({ reached = [] }) => reached)],
    untried: [...listUnchecked(config), ...others.flatMap(({ untried = [] }) => untried)],
    failed: others.flatMap(({ failed = [] }) => failed),
  };
}
