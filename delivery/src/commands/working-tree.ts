import { existsSync } from 'node:fs';
import type { Release } from '@solvent/federation/manifest';
import { changeChannel, DeliveryError, findConflicts, openChannel, createPlan } from '@solvent/releases';
import type { Change } from '@solvent/releases';
import { describePublished, publish } from '../release/publish.ts';
import { readBuild } from '../release/read-build.ts';
import type { Build } from '../release/read-build.ts';
import { getDistFolder, getInitialOverrides, listRemoteNames, isBuildOutdated } from './context.ts';
import type { Context } from './context.ts';

/** Publishes the build of the shell or of a remote. @throws DeliveryError with a clause if the build is invalid */
export async function publishBuild(context: Context, name: string): Promise<Release> {
  const folder = getDistFolder(context.root, name);
  const command = `pnpm --filter @solvent/${name === 'shell' ? name : `mf-${name}`} build`;
  if (!existsSync(folder)) throw new DeliveryError(`it is not built: run "${command}".`);
  const build = await readBuild(name, folder);
  if (isBuildOutdated(context.root, name))
    throw new DeliveryError(`its current sources do not build: run "${command}" to see why.`);
  return publishAndPrint(context, build);
}

/** Publishes a build, and prints what was stored. */
export async function publishAndPrint({ store, print }: Context, build: Build): Promise<Release> {
  const published = await publish(store, build);
  if (published.isNew || published.added.length > 0) print(describePublished(published));
  return published.release;
}

/** Adds a remote to the channel. @returns the reason as a clause if it cannot be added */
async function tryAddRemote(
  context: Context,
  name: string,
  { retired, add }: { retired: readonly string[]; add: (release: Release) => void },
): Promise<string | undefined> {
  if (retired.includes(name)) return `it was retired. Have it back with: pnpm delivery deploy ${name}${context.sameChannel}`;
  try {
    add(await publishBuild(context, name));
    return undefined;
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    return error.message;
  }
}

/**
 * Sets the channel to the builds of the working tree: the shell, and each valid remote that does not conflict with others. Prints a
 * sentence for each omitted remote, including retired ones.
 * @throws DeliveryError if the shell is invalid
 */
export async function deployWorkingTree(context: Context): Promise<void> {
  const { store, root, print, reason } = context;
  const { parts, retired } = createPlan(context.channel, (await openChannel(store, context.channel).newest())?.document);
  const live = [...parts.keys()].filter((name) => name !== 'shell');
  const names = listRemoteNames(root);
  print(`Publishing 1 of ${names.length + 1}: shell`);
  const shell = await publishBuild(context, 'shell').catch((error: unknown) => {
    throw error instanceof DeliveryError ? new DeliveryError(`The shell cannot be served: ${error.message}`) : error;
  });
  const remotes: Release[] = [];
  const add = (release: Release) => {
    const conflicts = findConflicts(shell, [...remotes, release]);
    if (conflicts.length > 0) throw new DeliveryError(conflicts.map(({ rule, message }) => `${rule}: ${message}`).join(' '));
    remotes.push(release);
  };
  // If two remotes claim the same path, the one that is live keeps it.
  const ordered = [...names.filter((name) => live.includes(name)), ...names.filter((name) => !live.includes(name))];
  for (const [index, name] of ordered.entries()) {
    print(`Publishing ${index + 2} of ${names.length + 1}: ${name}`);
    const against = await tryAddRemote(context, name, { retired, add });
    if (against !== undefined) print(`${name} is left out: ${against}`);
  }
  const gone = live.filter((name) => !remotes.some((release) => release.name === name));
  const changes: Change[] = [
    ...[shell, ...remotes].map(({ name, version }) => ({ name, version })),
    ...gone.map((name) => ({ leaveOut: name })),
    ...(await getInitialOverrides(context)),
  ];
  const { revision, change } = await changeChannel(store, context.channel, changes, reason);
  print(
    change === ''
      ? `The working tree is live already (revision ${revision}).`
      : `Revision ${revision} of ${context.channel} is live: ${change}.`,
  );
}
