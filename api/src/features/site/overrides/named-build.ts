import { findConflicts, findRelease, pinOf, publishedPart } from '@solvent/delivery/releases';
import type { ReleaseStore } from '@solvent/delivery/releases';
import type { ChannelDocument, Release, RemoteBuild } from '@solvent/federation/manifest';

/** A version's build, or why it cannot run. */
export type NamedBuild = { build: RemoteBuild } | { missing: string };

/** The version as the channel names it, live or not yet or no more: it runs in some pages as it is. */
export function buildInChannel({ remotes }: ChannelDocument, name: string, version: string): RemoteBuild | undefined {
  const pin = remotes.find((remote) => remote.name === name);
  return [pin, pin?.candidate, pin?.previous].find((build) => build?.version === version);
}

/** A published version, checked against everything that is live. */
export async function publishedBuild(
  store: ReleaseStore,
  document: ChannelDocument,
  name: string,
  version: string,
): Promise<NamedBuild> {
  const release = await findRelease(store, name, version);
  if (!release?.remote) return { missing: `${name}@${version} is not published: run "pnpm delivery publish ${name}" first.` };
  const [conflict] = await conflictsOf(store, document, release);
  return conflict === undefined ? { build: pinOf(release.remote, publishedPart(release)) } : { missing: conflict };
}

async function conflictsOf(store: ReleaseStore, { shell, remotes }: ChannelDocument, release: Release): Promise<string[]> {
  const others = remotes.filter(({ name }) => name !== release.name);
  const [liveShell, ...live] = await Promise.all([
    findRelease(store, 'shell', shell.version),
    ...others.map(({ name, version }) => findRelease(store, name, version)),
  ]);
  if (!liveShell) return [`The live shell ${shell.version} is not in the store any more: promote one that is.`];
  return findConflicts(liveShell, [...live.filter((other) => other !== undefined), release])
    .filter(({ between }) => between.includes(release.name))
    .map(({ message }) => message);
}
