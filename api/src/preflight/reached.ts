import { bucketAddress } from '@solvent/object-store';
import { databaseName, releasesName } from './target.ts';
import type { Config } from '../platform/config/config.ts';
import { examineIdentity, examineMail } from './examination/outside.ts';
import type { Finding } from './examination/finding.ts';

/** What a look at the settings comes to, a line each. */
interface Reached {
  reached: string[];
  /** What the settings name and nobody tried, with how to. */
  untried: string[];
  /** What does not answer or refuses, though a server would start without it. */
  failed: string[];
}

const DOCTOR = '"pnpm solvent doctor" does';

/** What {@link preflight} reaches where it throws nothing. */
function reachedByPreflight({ databaseUrl, redisUrl, bucket, dataDir, releases, identity }: Config): string[] {
  const keeps = databaseUrl === undefined || bucket === undefined;
  return [
    ...(keeps ? [`data folder: ${dataDir} can be written`] : []),
    ...(databaseUrl === undefined ? [] : [`database: ${databaseName(databaseUrl)} was read`]),
    ...(redisUrl === undefined ? [] : [`Redis: ${new URL(redisUrl).host} answers`]),
    ...(bucket === undefined ? [] : [`files: the bucket ${bucket.bucket} was listed and read`]),
    `releases: ${releasesName(releases)} ${bucketAddress(releases) ? 'was listed and read' : 'can be read'}`,
    ...(identity.credentialsFile === undefined
      ? []
      : [`service account: ${identity.credentialsFile} is a key of ${identity.projectId}`]),
  ];
}

/** What the settings name besides. */
function untriedOf({
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

async function mailOf(config: Config): Promise<Partial<Reached>> {
  if (config.smtp === undefined) return {};
  const found = sorted(await examineMail(config));
  return found.failed ? found : { ...found, untried: ['whether mail arrives: send a message by /contact'] };
}

async function identityOf(config: Config): Promise<Partial<Reached>> {
  const { emulatorHost } = config.identity;
  // "npm start" looks at the settings before it starts the emulator.
  if (emulatorHost !== undefined) return { untried: [`identity: the emulator at ${emulatorHost}, which "npm start" starts`] };
  const found = sorted(await examineIdentity(config));
  return { ...found, untried: ['FIREBASE_API_KEY and FIREBASE_AUTH_DOMAIN: only a sign-up shows whether they are right'] };
}

/**
 * What was reached of all that the settings name, once {@link preflight} found no fault, and what was not tried. Tries the mail server and
 * the identity provider, which a server starts without.
 */
export async function reachAll(config: Config): Promise<Reached> {
  const outside = await Promise.all([mailOf(config), identityOf(config)]);
  return {
    reached: [...reachedByPreflight(config), ...outside.flatMap(({ reached = [] }) => reached)],
    untried: [...untriedOf(config), ...outside.flatMap(({ untried = [] }) => untried)],
    failed: outside.flatMap(({ failed = [] }) => failed),
  };
}
