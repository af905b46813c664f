import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bucketAddress } from '@solvent/object-store';
import { embeddedFolder } from '../backup/database-section.ts';
import type { Config } from '../platform/config/config.ts';
import { checkNewerSchema, readSchemaState } from '../platform/db/schema-state.ts';
import { usesDataFolder } from '../platform/objects/data-disk.ts';
import { examineIdentity, examineMail } from './examination/examine.ts';
import { missingFilesProblem, readOnly } from './probes.ts';

/** The address without user and password. */
function databaseName(databaseUrl: string): string {
  const { host, pathname, searchParams } = new URL(databaseUrl);
  return `${host || (searchParams.get('host') ?? 'localhost')}${pathname}`;
}

function releasesName(releases: string): string {
  const address = bucketAddress(releases);
  return address ? `bucket ${address.bucket}` : releases;
}

/** One line, without secrets, that describes what a command works on. @param file of the settings */
export function describeTarget({ databaseUrl, dataDir, bucket, releases, channel }: Config, file: string | undefined): string {
  return [
    `Database: ${databaseUrl === undefined ? `embedded, in ${embeddedFolder(dataDir)}` : databaseName(databaseUrl)}`,
    `data folder: ${dataDir}`,
    ...(bucket ? [`files: bucket ${bucket.bucket}`] : []),
    ...(releases === join(dataDir, 'releases') ? [] : [`releases: ${releasesName(releases)}`]),
    `channel: ${channel}`,
    `settings: ${file ?? 'the environment'}`,
  ].join('; ');
}

const DOCTOR = '"pnpm solvent doctor" does';

/** The first deployment creates the folder of releases. */
const hasNoStore = (releases: string): boolean => bucketAddress(releases) === undefined && !existsSync(releases);

function* listReached({ databaseUrl, redisUrl, bucket, dataDir, releases, identity }: Config): Generator<string> {
  if (usesDataFolder({ databaseUrl, bucket })) yield `data folder: ${dataDir} can be written`;
  if (databaseUrl !== undefined) yield `database: ${databaseName(databaseUrl)} was read`;
  if (redisUrl !== undefined) yield `Redis: ${new URL(redisUrl).host} answers`;
  if (bucket !== undefined) yield `files: the bucket ${bucket.bucket} was listed and read`;
  if (!hasNoStore(releases))
    yield `releases: ${releasesName(releases)} ${bucketAddress(releases) ? 'was listed and read' : 'can be read'}`;
  if (identity.credentialsFile !== undefined && identity.emulatorHost === undefined)
    yield `service account: ${identity.credentialsFile} is a key of ${identity.projectId}`;
}

function* listUntried(config: Config): Generator<string> {
  const { bucket, releases, databaseUrl, databaseDirectUrl, databaseReadUrl, assetsUrl, publicUrl, tracing, port } = config;
  yield `PORT ${port}: a server that runs may have it`;
  if (hasNoStore(releases)) yield `releases: ${releases} is not there yet, and "pnpm delivery deploy" makes it`;
  if (bucket ?? bucketAddress(releases)) yield `writing to buckets: ${DOCTOR}, to the one of files`;
  if (databaseDirectUrl !== databaseUrl) yield `DATABASE_DIRECT_URL: ${DOCTOR}`;
  if (databaseReadUrl !== undefined) yield `DATABASE_READ_URL: ${DOCTOR}`;
  if (assetsUrl !== undefined) yield `ASSETS_URL: ${DOCTOR}`;
  if (publicUrl !== undefined) yield `PUBLIC_URL and TRUST_PROXY: ${DOCTOR}, once a server runs`;
  if (tracing !== undefined) yield 'OTEL_EXPORTER_OTLP_ENDPOINT: the log of a server reports a collector that is away';
}

async function findNewerSchema(databaseUrl: string | undefined): Promise<string[]> {
  if (databaseUrl === undefined) return [];
  const state = await readOnly(databaseUrl, (client) => readSchemaState(client)).catch(() => undefined);
  const newer = checkNewerSchema(state?.newer ?? []);
  return newer === undefined ? [] : [`database: ${newer.message}`];
}

/** Lists services that {@link preflight} reached or did not try, and tries those that are not required for a start. */
export async function reachAll(config: Config): Promise<Record<'reached' | 'untried' | 'failed', string[]>> {
  const { emulatorHost } = config.identity;
  const [newer, mail, identity, missingFiles] = await Promise.all([
    findNewerSchema(config.databaseUrl),
    config.smtp && examineMail(config),
    // "npm start" checks the settings before it starts the emulator.
    emulatorHost === undefined ? examineIdentity(config) : undefined,
    missingFilesProblem(config),
  ]);
  const findings = Object.entries({ mail, identity });
  const usable = findings.flatMap(([name, finding]) =>
    finding && finding.state !== 'fail' ? [`${name}: ${finding.sentence}`] : [],
  );
  const broken = findings.flatMap(([, finding]) => (finding?.state === 'fail' ? [finding.sentence] : []));
  return {
    reached: [...listReached(config), ...newer, ...usable],
    untried: [
      ...listUntried(config),
      ...(mail && mail.state !== 'fail' ? ['whether mail arrives: send a message by /contact'] : []),
      emulatorHost === undefined
        ? 'FIREBASE_API_KEY and FIREBASE_AUTH_DOMAIN: only a sign-up shows whether they are right'
        : `identity: the emulator at ${emulatorHost}, which "npm start" starts`,
    ],
    failed: [...broken, ...(missingFiles === undefined ? [] : [missingFiles])],
  };
}
