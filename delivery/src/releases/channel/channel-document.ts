import type { ChannelDocument, Release, RemoteJson, RemotePin } from '@solvent/federation/manifest';
import { DeliveryError } from '../delivery-error.ts';
import { publishedPart } from '../page/page-part.ts';
import type { PagePart } from '../page/page-part.ts';
import { getRelease } from '../store/release-store.ts';
import type { ReleaseStore } from '../store/release-store.ts';

/** A version of the shell or of a remote. */
export interface Pin {
  name: string;
  version: string;
}

/** Everything that a channel pins, as releases. */
export interface Releases {
  shell: Release;
  remotes: Release[];
}

/** What a channel pins: the shell first. */
export const livePins = (document: ChannelDocument): Pin[] => [
  { name: 'shell', version: document.shell.version },
  ...document.remotes.map(({ name, version }) => ({ name, version })),
];

/**
 * The releases of a channel once the pins are put in.
 *
 * @throws DeliveryError where one is not published, or the channel would have no shell
 */
export async function releasesWith(
  store: ReleaseStore,
  document: ChannelDocument | undefined,
  pins: readonly Pin[],
): Promise<Releases> {
  const versions = new Map(document ? livePins(document).map((pin) => [pin.name, pin.version]) : []);
  for (const pin of pins) versions.set(pin.name, pin.version);
  const shellVersion = versions.get('shell');
  if (!shellVersion) throw new DeliveryError('The channel has no shell yet: promote one first, or use "pnpm delivery deploy".');
  versions.delete('shell');
  const names = [...versions].toSorted(([one], [other]) => one.localeCompare(other));
  const [shell, ...remotes] = await Promise.all([
    getRelease(store, 'shell', shellVersion),
    ...names.map(([remote, version]) => getRelease(store, remote, version)),
  ]);
  return { shell, remotes };
}

/** The document that comes after `before` and pins the releases. */
export function nextDocument(
  channel: string,
  { shell, remotes }: Releases,
  before: ChannelDocument | undefined,
): ChannelDocument {
  return {
    channel,
    revision: (before?.revision ?? 0) + 1,
    shell: { version: shell.version, paths: shell.shell?.paths ?? [] },
    remotes: remotes.map(releasePin),
    toolboxOpen: before?.toolboxOpen ?? false,
    overrides: before?.overrides ?? { origins: [], versions: false },
  };
}

function releasePin(release: Release): RemotePin {
  const { name, version, remote } = release;
  if (!remote) throw new DeliveryError(`${name}@${version} is no remote: only the shell and remotes can be promoted.`);
  return pinOf(remote, publishedPart(release));
}

/** How a channel names a remote's entry. */
export function pinOf(remote: RemoteJson, { build, url, integrity }: PagePart): RemotePin {
  return { ...remote, entry: url(build.entry), globalName: build.globalName, integrity: integrity(build.entry) ?? '' };
}

/** What differs between two documents, for people: `toolbox 1.0.0-1f2e3d4c → 1.1.0-9a8b7c6d`. Empty when nothing does. */
export function describeChange(before: ChannelDocument | undefined, after: ChannelDocument): string {
  const old = new Map(before ? livePins(before).map(({ name, version }) => [name, version]) : []);
  return livePins(after)
    .filter(({ name, version }) => old.get(name) !== version)
    .map(({ name, version }) => (old.has(name) ? `${name} ${old.get(name)} → ${version}` : `${name} ${version}`))
    .join(', ');
}
