import { existsSync } from 'node:fs';
import type { Release, Revision } from '@solvent/federation/manifest';
import { changeChannel, DeliveryError, findConflicts, openChannel } from '@solvent/releases';
import type { Change } from '@solvent/releases';
import { describePublished, publish } from '../release/publish.ts';
import { readBuild } from '../release/read-build.ts';
import { distFolder, firstOverrides, remoteNames, wasChanged } from './context.ts';
import type { Context } from './context.ts';

/** The reason that revisions of the working tree are kept with: by it they are told from what a person withdrew. */
const REASON = 'The working tree';

/** Publishes the build of the shell or of a remote. @throws DeliveryError with a clause where it is not sound */
export async function publishBuild(context: Context, name: string): Promise<Release> {
  const folder = distFolder(context.root, name);
  const command = `pnpm --filter @solvent/${name === 'shell' ? name : `mf-${name}`} build`;
  if (!existsSync(folder)) throw new DeliveryError(`it is not built: run "${command}".`);
  const build = await readBuild(name, folder);
  if (wasChanged(context.root, name)) throw new DeliveryError(`its sources as they are now do not build: "${command}" says why.`);
  const published = await publish(context.store, build);
  if (published.isNew || published.added.length > 0) context.print(describePublished(published));
  return published.release;
}

/** What keeps a remote out of the channel, as a clause. */
async function reasonAgainst(
  context: Context,
  name: string,
  { history, add }: { history: readonly Revision[]; add: (release: Release) => void },
): Promise<string | undefined> {
  const withdrawn = withdrawalOf(history, name);
  if (withdrawn !== undefined) {
    const { document, who, why } = withdrawn;
    const before = history.flatMap(({ document: { remotes } }) => remotes).find((remote) => remote.name === name);
    return `${who} withdrew it in revision ${document.revision}${why && ` (${why})`}. Have it back with: pnpm delivery promote ${name}@${before?.version}${context.sameChannel}`;
  }
  try {
    add(await publishBuild(context, name));
    return undefined;
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    return error.message;
  }
}

/**
 * The revision in which a person took a remote out of the channel; undefined where it is in it, never was, or left with the working tree.
 *
 * @param history newest first
 */
function withdrawalOf(history: readonly Revision[], name: string): Revision | undefined {
  const last = history.findIndex(({ document }) => document.remotes.some((remote) => remote.name === name));
  const next = last > 0 ? history[last - 1] : undefined;
  return next?.why === REASON ? undefined : next;
}

/**
 * Makes the channel what is in the working tree: the shell, and each remote that is sound and fits the others. One that is not is
 * left out with a sentence, and so is one that a person has withdrawn.
 *
 * @throws DeliveryError where the shell is not sound
 */
export async function deployWorkingTree(context: Context): Promise<void> {
  const { store, root, print, reason } = context;
  const channel = openChannel(store, context.channel);
  const last = await channel.lastNumber();
  const live = (await channel.newest(last))?.document.remotes.map(({ name }) => name) ?? [];
  const names = remoteNames(root);
  const history = names.every((name) => live.includes(name)) ? [] : await channel.history(last);
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
    const against = await reasonAgainst(context, name, { history, add });
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
