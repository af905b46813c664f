import type { Release } from '@solvent/federation/manifest';
import { openChannel } from '../releases/channel/channel-store.ts';
import { releasesWith } from '../releases/channel/channel-document.ts';
import { DeliveryError } from '../releases/delivery-error.ts';
import { findConflicts } from '../releases/conflicts.ts';
import { describeBuild, publish } from '../release/publish.ts';
import { readBuild } from '../release/read-build.ts';
import { distFolder } from './context.ts';
import type { Context } from './context.ts';

/**
 * Checks one build against what is live in the channel and puts it into the store.
 *
 * @param dist its `dist` folder; where absent, the one in the workspace
 */
export async function publishCommand(context: Context, name: string, dist?: string): Promise<Release> {
  const build = await readBuild(name, dist ?? distFolder(context.root, name));
  await refuseConflicts(context, describeBuild(build, []));
  const { release, isNew } = await publish(context.store, build);
  const kilobytes = (release.files.reduce((sum, file) => sum + file.brotliBytes, 0) / 1000).toFixed(0);
  const title = `${release.name}@${release.version}`;
  context.print(
    isNew ? `Published ${title}: ${release.files.length} files, ${kilobytes} kB compressed.` : `${title} is published already.`,
  );
  context.print(`Make it live with: pnpm delivery promote ${title}`);
  return release;
}

/** Before anything is live there is nothing to disagree with. */
async function refuseConflicts({ store, channel }: Context, candidate: Release): Promise<void> {
  const live = await openChannel(store, channel).newest();
  if (!live) return;
  const { shell, remotes } = await releasesWith(store, live.document, []);
  const isShell = candidate.name === 'shell';
  const others = remotes.filter(({ name }) => name !== candidate.name);
  const conflicts = findConflicts(isShell ? candidate : shell, isShell ? others : [...others, candidate]);
  const own = conflicts.filter(({ between }) => between.includes(candidate.name));
  if (own.length > 0) throw new DeliveryError(own.map(({ rule, message }) => `${rule}: ${message}`).join('\n'));
}
