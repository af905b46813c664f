import { userInfo } from 'node:os';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Reason } from '../releases/channel/change-channel.ts';
import type { Pin } from '../releases/channel/channel-document.ts';
import { DeliveryError } from '../releases/delivery-error.ts';
import { openReleaseStore } from '../releases/store/release-store.ts';
import type { ReleaseStore } from '../releases/store/release-store.ts';

/** What every command is given. */
export interface Context {
  store: ReleaseStore;
  /** Folder of the workspace: where the builds are. */
  root: string;
  channel: string;
  reason: Reason;
  print: (line: string) => void;
}

export interface Options {
  channel?: string | undefined;
  why?: string | undefined;
}

/** Reads where the store is from `RELEASES_URL` (a bucket) or `RELEASES_DIR`, else `DATA_DIR` (default `.data`) as the API does. */
export function makeContext(root: string, env: NodeJS.ProcessEnv, options: Options): Context {
  const folder = env['RELEASES_DIR'] || join(env['DATA_DIR'] || '.data', 'releases');
  return {
    store: openReleaseStore(env['RELEASES_URL'] || resolve(root, folder)),
    root,
    channel: options.channel ?? (env['CHANNEL'] || 'production'),
    reason: { who: env['DELIVERY_USER'] || userInfo().username, why: options.why ?? '' },
    print: (line) => process.stdout.write(`${line}\n`),
  };
}

/** Folder of the shell or of a remote in the workspace. */
export const packageFolder = (root: string, name: string): string => join(root, name === 'shell' ? 'shell' : `mf-${name}`);

/** Where its build is. */
export const distFolder = (root: string, name: string): string => join(packageFolder(root, name), 'dist');

/** Every remote of the workspace, by name. */
export const remoteNames = (root: string): string[] =>
  readdirSync(root)
    .filter((folder) => folder.startsWith('mf-'))
    .map((folder) => folder.slice('mf-'.length))
    .toSorted();

/** Everything in the workspace that can be deployed and is built: the shell first. */
export const builtNames = (root: string): string[] =>
  ['shell', ...remoteNames(root)].filter((name) => existsSync(distFolder(root, name)));

/** `toolbox@1.0.0-1f2e3d4c` */
export function parsePin(text: string): Pin {
  const [, name, version] = /^([a-z][a-z0-9-]*)@([A-Za-z0-9.-]+)$/.exec(text) ?? [];
  if (!name || !version)
    throw new DeliveryError(`"${text}" is no pin: write it as <name>@<version>, such as toolbox@1.0.0-1f2e3d4c.`);
  return { name, version };
}
