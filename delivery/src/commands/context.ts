import { userInfo } from 'node:os';
import { existsSync, readdirSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { printable } from '@solvent/contracts';
import { isUpToDate } from '@solvent/federation/checksums';
import type { OverrideRules, Revision } from '@solvent/federation/manifest';
import {
  defaultChannel,
  DeliveryError,
  isLocalStore,
  openChannel,
  openReleaseStore,
  placeProblem,
  releasePlace,
} from '@solvent/releases';
import type { Pin, Reason, ReleaseStore } from '@solvent/releases';
import { rootProblem } from '@solvent/setup/folders';
import type { Command } from './command.ts';

export interface Context {
  store: ReleaseStore;
  /** Location of the store, in the format of `openReleaseStore`. */
  where: string;
  /** Folder of the workspace, which contains the builds. */
  root: string;
  channel: string;
  /** Option that selects the same channel in a printed command: ` --channel staging`, or empty for the default. */
  sameChannel: string;
  /** True if the store is the default folder, on a developer's machine. */
  isLocal: boolean;
  reason: Reason;
  /** Environment of programs that a command starts. */
  env: NodeJS.ProcessEnv;
  /** Prints a line, without control characters that would reach the terminal. */
  print: (line: string) => void;
}

export interface Options {
  channel?: string | undefined;
  why?: string | undefined;
}

/** Same pattern as in the API, because a channel is a folder of the store. */
const CHANNEL = /^[a-z0-9][a-z0-9-]*$/;

/** Reads the store's location from the settings, as the API does; does not access the store. */
export function createContext(root: string, env: NodeJS.ProcessEnv, options: Options): Context {
  const usual = defaultChannel(env);
  const channel = options.channel ?? usual;
  if (!CHANNEL.test(channel))
    throw new DeliveryError(`"${channel}" is no name of a channel: write it in lower-case letters, digits and dashes.`);
  const where = releasePlace(env, root);
  return {
    store: openReleaseStore(where),
    where,
    root,
    channel,
    sameChannel: channel === usual ? '' : ` --channel ${channel}`,
    isLocal: isLocalStore(env),
    reason: { who: env['DELIVERY_USER'] || env['SUDO_USER'] || userInfo().username, why: options.why ?? '' },
    env,
    print: (line) => process.stdout.write(`${printable(line)}\n`),
  };
}

/** Describes the target of a command in one line, without secrets. @param file the settings file */
export const describeTarget = ({ store, channel }: Context, file: string | undefined): string =>
  `Releases: ${store.place}; channel: ${channel}; settings: ${file ?? 'the environment'}`;

type Writes = Pick<Command, 'begins' | 'readsOnly'>;

/**
 * Checks that the store can be used before a command changes anything. In production, root must not write to a store of another
 * user. Elsewhere it may, because root often uses a checkout of another user in a container.
 * @throws DeliveryError if the store cannot be used
 */
export async function requireStore({ where, env }: Context, { begins, readsOnly }: Writes): Promise<void> {
  const rootSentence =
    isAbsolute(where) && env['NODE_ENV'] === 'production' && readsOnly !== true ? rootProblem(where) : undefined;
  if (rootSentence !== undefined) throw new DeliveryError(rootSentence);
  const problem = await placeProblem(where, Boolean(env['RELEASES_DIR']) && begins !== true);
  if (problem !== undefined) throw new DeliveryError(problem.sentence);
}

/** Builds that pages on the developer's machine may run: any from a local server, and any published version. */
export const LOCAL_OVERRIDES = { origins: ['http://localhost'], versions: true };

/** Returns the initial overrides of a new channel in the local store; an empty list for all other channels. */
export async function getInitialOverrides({ store, channel, isLocal }: Context): Promise<{ overrides: OverrideRules }[]> {
  const isFirst = isLocal && (await openChannel(store, channel).lastNumber()) === 0;
  return isFirst ? [{ overrides: LOCAL_OVERRIDES }] : [];
}

export const getPackageFolder = (root: string, name: string): string => join(root, name === 'shell' ? 'shell' : `mf-${name}`);

export const getDistFolder = (root: string, name: string): string => join(getPackageFolder(root, name), 'dist');

/** Returns whether a build is older than its sources. An image (scripts/image) has builds without sources. */
export const isBuildOutdated = (root: string, name: string): boolean =>
  !existsSync(join(root, 'image.json')) && !isUpToDate(root, getDistFolder(root, name));

/** Lists the remotes of the workspace. The build of a removed remote may still exist. */
export const listRemoteNames = (root: string): string[] =>
  readdirSync(root)
    .filter((folder) => folder.startsWith('mf-') && existsSync(join(root, folder, 'remote.json')))
    .map((folder) => folder.slice('mf-'.length))
    .toSorted();

/** Lists all builds of the workspace, the shell first. */
export const listBuiltNames = (root: string): string[] =>
  ['shell', ...listRemoteNames(root)].filter((name) => existsSync(getDistFolder(root, name)));

/** Parses a text such as `toolbox@1.0.0-1f2e3d4c`. */
export function parsePin(text: string): Pin {
  const [, name, version] = /^([a-z][a-z0-9-]*)@([A-Za-z0-9.-]+)$/.exec(text) ?? [];
  if (!name || !version)
    throw new DeliveryError(`"${text}" is no pin: write it as <name>@<version>, such as toolbox@1.0.0-1f2e3d4c.`);
  return { name, version };
}

/** Reads the newest revision of the channel, which servers may not use yet. @throws DeliveryError if there is none */
export async function readNewestRevision(context: Context): Promise<Revision> {
  const newest = await openChannel(context.store, context.channel).newest();
  if (newest) return newest;
  throw createNothingLiveError(context);
}

export const createNothingLiveError = ({ channel, sameChannel }: Context): DeliveryError =>
  new DeliveryError(`Nothing is live in the channel "${channel}": run "pnpm delivery deploy${sameChannel}" first.`);

/** Creates the error for a remote that the channel does not have. */
export const createNotLiveError = ({ channel, sameChannel }: Context, name: string): DeliveryError =>
  new DeliveryError(
    `No version of "${name}" is live in ${channel}: "pnpm delivery status${sameChannel}" says what is. Leave out any @version.`,
  );
