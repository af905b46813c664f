import { existsSync } from 'node:fs';
import type { Release } from '@solvent/federation/manifest';
import { changeChannel, DeliveryError, findConflicts, openChannel, planOf } from '@solvent/releases';
import type { Change } from '@solvent/releases';
import { describePublished, publish } from '../release/publish.ts';
import { readBuild } from '../release/read-build.ts';
import { distFolder, firstOverrides, remoteNames, wasChanged } from './context.ts';
import type { Context } from './context.ts';

/** The reason that revisions of the working tree are kept with. */
const REASON = 'The working tree';

/** Publishes the build of the shell or of a remote. @throws DeliveryError with a clause where it is not sound */
export async function publishBuild(context: Context, name: string): Promise<Release> {
  const folder = distFolder(context.root, name);
  const command = `pnpm --filter @solvent/${name === 'shell' ? name : `mf-${name}`} build`;
  if (!existsSync(folder)) throw new DeliveryError(`it is not built: run "${command}".`);
  if (wasChanged(context.root, name)) throw new DeliveryError(`its sources as they are now do not build: "${command}" says why.`);
  const published = await publish(context.store, await readBuild(name, folder));
  if (published.isNew || published.added.length > 0) context.print(describePublished(published));
  return published.release;
}

/** What keeps a remote out of the channel, as a clause. */
async function reasonAgainst(context: Context, name: string, add: (release: Release) => void): Promise<string | undefined> {
  try {
    add(await publishBuild(context, name));
    return undefined;
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    return error.message;
  }
}

/**
 * Makes the channel what is in the working tree: the shell, and each remote that is sound and fits the others. One that is not is
 * left out with a sentence, and so is one that was retired.
 *
 * @throws DeliveryError where the shell is not sound
 */
export async function deployWorkingTree(context: Context): Promise<void> {
  const { store, root, print, reason } = context;
  const { parts, retired } = planOf(context.channel, (await openChannel(store, context.channel).newest())?.document);
  const live = [...parts.keys()].filter((name) => name !== 'shell');
  const names = remoteNames(root).filter((name) => !retired.includes(name));
  for (const name of remoteNames(root).filter((one) => retired.includes(one)))
    print(`${name} is left out: it was retired. Have it back with: pnpm delivery deploy ${name}${context.sameChannel}`);
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
  // Of two that want the same path, the one that has it keeps it.
  const ordered = [...names.filter((name) => live.includes(name)), ...names.filter((name) => !live.includes(name))];
  for (const [index, name] of ordered.entries()) {
    print(`Publishing ${index + 2} of ${names.length + 1}: ${name}`);
    const against = await reasonAgainst(context, name, add);
    if (against !== undefined) print(`${name} is left out: ${against}`);
  }
  const gone = live.filter((name) => !remotes.some((release) => release.name === name));
  const changes: Change[] = [
    ...[shell, ...remotes].map(({ name, version }) => ({ name, version })),
    ...gone.map((name) => ({ leaveOut: name })),
    ...(await firstOverrides(context)),
  ];
  const { revision, change } = await changeChannel(store, context.channel, changes, { ...reason, why: REASON });
  print(
    change === ''
      ? `The working tree is live already (revision ${revision}).`
      : `Revision ${revision} of ${context.channel} is live: ${change}.`,
  );
}
