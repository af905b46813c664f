import { join } from 'node:path';
import { bucketAddress } from '@solvent/object-store';
import { embeddedFolder } from '../backup/database-parts.ts';
import type { Config } from '../platform/config/config.ts';

type Target = Pick<Config, 'databaseUrl' | 'dataDir' | 'bucket' | 'releases' | 'channel'>;

/** The address of a PostgreSQL database for people: without user and password. */
export function databaseName(databaseUrl: string): string {
  const { host, pathname, searchParams } = new URL(databaseUrl);
  return `${host || (searchParams.get('host') ?? 'localhost')}${pathname}`;
}

/** The folder or the bucket of releases for people: without the key. */
export function releasesName(releases: string): string {
  const address = bucketAddress(releases);
  return address ? `bucket ${address.bucket}` : releases;
}

/** Where a command works, in a line: which database, data folder, stores and channel, and whose settings these are. No secret is in it. */
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
