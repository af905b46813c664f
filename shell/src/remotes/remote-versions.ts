import { CANARY_COOKIE } from '@solvent/contracts';
import type { RemoteSource } from '@solvent/contracts';
import type { ChannelDocument, RemoteBuild, RemotePin } from '@solvent/federation/manifest';
import { getFileUrl } from '@solvent/federation/runtime';
import { readKey, writeKey } from '@solvent/store';
import type { AppliedOverride } from './overrides/stored-overrides.ts';

/** The key in `localStorage`: JSON of each remote's number, by its name. */
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

/** For so many seconds browsers keep a cookie at most: 400 days. */
const COOKIE_MAX_AGE_S = 34_560_000;

/** Tells the server the numbers, so that it makes pages of the versions that this browser runs. */
function writeCanaryCookie(): void {
  document.cookie = `${CANARY_COOKIE}=${encodeURIComponent(JSON.stringify(readCanaryNumbers()))}; path=/; max-age=${COOKIE_MAX_AGE_S}; samesite=lax`;
}

/** This browser's number for a remote, 0 to 99: drawn once, so that each page load runs the same version. */
function getCanaryNumber(name: string): number | undefined {
  if (!isCanaryNumber(readCanaryNumbers()[name]))
    writeKey(STORAGE_KEY, JSON.stringify({ ...readCanaryNumbers(), [name]: Math.floor(Math.random() * 100) }));
  writeCanaryCookie();
  const number = readCanaryNumbers()[name];
  return isCanaryNumber(number) ? number : undefined;
}

/**
 * Whether this browser is one of those that run a remote's candidate. One that keeps nothing is not: it would change
 * versions from page to page.
 *
 * @param percent of 100 browsers so many do; 0: the candidate was stopped
 */
function runsCandidate(name: string, percent: number): boolean {
  if (percent <= 0) return false;
  const number = getCanaryNumber(name);
  return number !== undefined && number < percent;
}

/**
 * The addresses of the folder that a version's files lie in, such as `https://solvent.dev/remotes/toolbox/files/`: one, or two where files
 * come from another place that this origin stands in for.
 */
export const getFolderUrls = ({ entry }: RemoteBuild): string[] =>
  [...new Set([getFileUrl(entry), entry])].map((address) => new URL('.', new URL(address, location.href)).href);

/** A version of a remote that this page may run, and how it came to that. */
export interface RemoteVersion {
  build: RemoteBuild;
  source: RemoteSource;
  /** Why it is not available, where that is known before it is asked for. */
  missing?: string;
}

/** A remote as this page runs it: the first of these versions that works. */
export interface RemoteVersions {
  name: string;
  versions: [RemoteVersion, ...RemoteVersion[]];
}

/** The version that is live, and what stands in for it when it fails: the last one that was live before. */
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

/** A build that is not available stands where the live one would: on its paths, in its slots. */
function resolveOverride(channel: ChannelDocument, { remote: name, target, build, missing }: AppliedOverride): RemoteVersions {
  if (build) return { name, versions: [{ build, source: 'override' }] };
  const live = channel.remotes.find((pin) => pin.name === name);
  const { contract, paths, slots, searches } = live ?? { contract: '*', paths: [], slots: [], searches: [] };
  const version = target.startsWith('http') ? 'unknown' : target;
  const absent: RemoteBuild = { name, version, contract, paths, slots, searches, entry: target, integrity: '' };
  return { name, versions: [{ build: absent, source: 'override', missing: missing ?? `${target} gave no build` }] };
}

/**
 * What this page runs of each remote. In place of an overridden one nothing else is run, not even where its build is
 * not available, so that a tester never takes the live version for the one under test; one that the channel does not pin is added.
 *
 * @param overrides of this tab: those that the server refused change nothing
 */
export function resolveVersions(channel: ChannelDocument, overrides: readonly AppliedOverride[] = []): RemoteVersions[] {
  const allowed = overrides.filter(({ refused }) => refused === null);
  const names = new Set(allowed.map(({ remote }) => remote));
  const others = channel.remotes.filter(({ name }) => !names.has(name));
  return [...others.map(resolvePin), ...allowed.map((override) => resolveOverride(channel, override))];
}

/** The builds that the page may ask the network for. */
export const listBuilds = (remotes: readonly RemoteVersions[]): RemoteBuild[] =>
  remotes.flatMap(({ versions }) => versions.filter(({ missing }) => missing === undefined).map(({ build }) => build));

/** The channel as this page composes it: paths and slots are those of the versions that it runs. */
export const composeChannel = (channel: ChannelDocument, remotes: readonly RemoteVersions[]): ChannelDocument => ({
  ...channel,
  remotes: remotes.map(({ versions: [first] }) => first.build),
});
