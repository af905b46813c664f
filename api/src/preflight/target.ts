import { join } from 'node:path';
import { bucketAddress } from '@solvent/object-store';
import { embeddedFolder } from '../backup/database-parts.ts';
import type { Config } from '../platform/config/config.ts';

type Target = Pick<Config, 'databaseUrl' | 'dataDir' | 'bucket' | 'releases' | 'channel'>;

/** Display name of a PostgreSQL database: its address without user and password. */
export function databaseName(databaseUrl: string): string {
  const { host, pathname, searchParams } = new URL(databaseUrl);
  return `${host || (searchParams.get('host') ?? 'localhost')}${pathname}`;
}

/** Display name of the folder or bucket of releases, without the key. */
export function releasesName(releases: string): string {
  const address = bucketAddress(releases);
  return address ? `bucket ${address.bucket}` : releases;
}

/**
 * One line that describes the target of a command: database, data folder, stores, channel and settings file. It contains no
 * secret.
 */
export function describeTarget(target: Target, file: string | undefined): string {
  const { databaseUrl, dataDir, bucket, releases, channel } = target;
  return [
    `Database: ${databaseUrl === undefined ? `embedded, in ${embeddedFolder(dataDir)}` : databaseName(databaseUrl)}`,
    `data folder: ${dataDir}`,
    ...(bucket ? [`files: bucket ${bucket.bucket}`] : []),
    ...(releases === join(dataDir, 'releases') ? [] : [`releases: ${releasesName(releases)}`]),
    `channel: ${channel}`,
    `settings: ${file ?? 'the environment'}`,
  ].join('; ');
}
