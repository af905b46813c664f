import { join } from 'node:path';
import { bucketAddress } from '@solvent/object-store';
import { embeddedFolder } from '../backup/database-parts.ts';
import type { Config } from '../platform/config/config.ts';

/** The address without user and password. */
export function databaseName(databaseUrl: string): string {
  const { host, pathname, searchParams } = new URL(databaseUrl);
  return `${host || (searchParams.get('host') ?? 'localhost')}${pathname}`;
}

export function releasesName(releases: string): string {
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
