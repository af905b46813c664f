import { CANARY_COOKIE } from '@solvent/contracts';
import type { RemoteSource } from '@solvent/contracts';
import type { ChannelDocument, RemoteBuild, RemotePin } from '@solvent/federation/manifest';
import { getFileUrl } from '@solvent/federation/runtime';
import { readKey, writeCookie, writeKey } from '@solvent/store';
import type { AppliedOverride } from './overrides/stored-overrides.ts';

/** In `localStorage`: JSON of each remote's canary number, by name. */
const STORAGE_KEY = 'canary';

function readCanaryNumbers(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(readKey(STORAGE_KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

const isCanaryNumber = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 100;

/** Returns this browser's number for a remote, 0 to 99. Stored, so that each page load runs the same version. */
function getCanaryNumber(name: string): number | undefined {
  if (!isCanaryNumber(readCanaryNumbers()[name]))
    writeKey(STORAGE_KEY, JSON.stringify({ ...readCanaryNumbers(), [name]: Math.floor(Math.random() * 100) }));
  writeCookie(CANARY_COOKIE, JSON.stringify(readCanaryNumbers()));
  const number = readCanaryNumbers()[name];
  return isCanaryNumber(number) ? number : undefined;
}

/** Always false without storage: the version would change between page loads. @param percent 0 to 100; 0 if the candidate was stopped */
function runsCandidate(name: string, percent: number): boolean {
  if (percent <= 0) return false;
  const number = getCanaryNumber(name);
  return number !== undefined && number < percent;
}

/** Two URLs if files have an origin of their own (ASSETS_URL), with this origin as the fallback. */
export const getFolderUrls = ({ entry }: RemoteBuild): string[] =>
  [...new Set([getFileUrl(entry), entry])].map((address) => new URL('.', new URL(address, location.href)).href);

export interface RemoteVersion {
  build: RemoteBuild;
  source: RemoteSource;
  /** Why it is unavailable, if that is known before it is requested. */
  missing?: string;
}

export interface RemoteVersions {
  name: string;
  versions: [RemoteVersion, ...RemoteVersion[]];
}

function getPinnedVersions(pin: RemotePin): RemoteVersions['versions'] {
  const live: RemoteVersion = { build: pin, source: 'live' };
  return pin.previous ? [live, { build: pin.previous, source: 'previous' }] : [live];
}

function resolvePin(pin: RemotePin): RemoteVersions {
  const { name, candidate } = pin;
  const pinned = getPinnedVersions(pin);
  const isCanary = candidate !== undefined && runsCandidate(name, candidate.percent);
  return { name, versions: isCanary ? [{ build: candidate, source: 'candidate' }, ...pinned] : pinned };
}

/** An unavailable build keeps the paths and slots of the live one. */
function resolveOverride(channel: ChannelDocument, { remote: name, target, build, missing }: AppliedOverride): RemoteVersions {
  if (build) return { name, versions: [{ build, source: 'override' }] };
  const live = channel.remotes.find((pin) => pin.name === name);
  const { contract, paths, slots, searches } = live ?? { contract: '*', paths: [], slots: [], searches: [] };
  const version = target.startsWith('http') ? 'unknown' : target;
  const unavailableBuild: RemoteBuild = { name, version, contract, paths, slots, searches, entry: target, integrity: '' };
  return { name, versions: [{ build: unavailableBuild, source: 'override', missing: missing ?? `${target} has no build` }] };
}

/**
 * Returns the versions that this page may run. An override has no fallback, even if its build is unavailable, so that a tester never
 * mistakes the live version for it. Overrides may add remotes; refused ones are ignored.
 */
export function resolveVersions(channel: ChannelDocument, overrides: readonly AppliedOverride[] = []): RemoteVersions[] {
  const allowed = overrides.filter(({ refused }) => refused === null);
  const names = new Set(allowed.map(({ remote }) => remote));
  const others = channel.remotes.filter(({ name }) => !names.has(name));
  return [...others.map(resolvePin), ...allowed.map((override) => resolveOverride(channel, override))];
}

export const listBuilds = (remotes: readonly RemoteVersions[]): RemoteBuild[] =>
  remotes.flatMap(({ versions }) => versions.filter(({ missing }) => missing === undefined).map(({ build }) => build));

export const composeChannel = (channel: ChannelDocument, remotes: readonly RemoteVersions[]): ChannelDocument => ({
  ...channel,
  remotes: remotes.map(({ versions: [first] }) => first.build),
});
