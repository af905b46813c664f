import type { PartSource } from '@solvent/contracts';
import type { ChannelDocument, RemoteBuild, RemotePin } from '@solvent/federation/manifest';
import { runsCandidate } from './canary-number.ts';

/** A version of a remote that this page may run, and how it came to that. */
export interface PartVersion {
  build: RemoteBuild;
  source: PartSource;
}

/** A remote as this page runs it: the first of these versions that works. */
export interface RemotePart {
  name: string;
  versions: [PartVersion, ...PartVersion[]];
}

/** The version that is live, and what stands in for it when it fails: the last one that was live before. */
function pinnedVersions(pin: RemotePin): RemotePart['versions'] {
  const live: PartVersion = { build: pin, source: 'live' };
  return pin.previous ? [live, { build: pin.previous, source: 'previous' }] : [live];
}

function partOf(pin: RemotePin): RemotePart {
  const { name, candidate } = pin;
  const pinned = pinnedVersions(pin);
  const isCanary = candidate !== undefined && runsCandidate(name, candidate.percent);
  return { name, versions: isCanary ? [{ build: candidate, source: 'candidate' }, ...pinned] : pinned };
}

/**
 * What this page runs of each remote. In place of an overridden one nothing else is run, so that a tester never takes the
 * live version for the one under test; one that the channel does not pin is added.
 *
 * @param overrides builds that the server lets this tab run
 */
export function partsOf(channel: ChannelDocument, overrides: readonly RemoteBuild[] = []): RemotePart[] {
  const overridden = overrides.map((build): RemotePart => ({ name: build.name, versions: [{ build, source: 'override' }] }));
  const names = new Set(overrides.map(({ name }) => name));
  return [...channel.remotes.filter(({ name }) => !names.has(name)).map(partOf), ...overridden];
}

/** The channel as this page composes it: paths and slots are those of the versions that it runs. */
export const composedChannel = (channel: ChannelDocument, parts: readonly RemotePart[]): ChannelDocument => ({
  ...channel,
  remotes: parts.map(({ versions: [first] }) => first.build),
});
