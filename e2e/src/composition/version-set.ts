import type { ServedPage } from './served-page.ts';

export interface SetRemote {
  name: string;
  version: string;
  from?: string;
  failed?: boolean;
  /** Versions that were loaded before `version`, such as one that a fallback replaced. */
  before?: string[];
}

/** The versions that a test ran: attached to each failure, read by `pnpm e2e --set <file>`. */
export interface VersionSet {
  channel?: string;
  revision?: number;
  shell?: string;
  remotes: SetRemote[];
}

const isOptionalString = (value: unknown): value is string | undefined => value === undefined || typeof value === 'string';

function isSetRemote(value: unknown): value is SetRemote {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('version' in value)) return false;
  return (
    typeof value.name === 'string' && typeof value.version === 'string' && (!('from' in value) || isOptionalString(value.from))
  );
}

/** @param file name for the error @throws Error if the text is no set */
export function parseSet(text: string, file: string): VersionSet {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value === 'object' && value !== null && 'remotes' in value && Array.isArray(value.remotes)) {
    const shell = 'shell' in value ? value.shell : undefined;
    if (value.remotes.every(isSetRemote) && isOptionalString(shell))
      return { ...(shell ? { shell } : {}), remotes: value.remotes };
  }
  throw new Error(`${file} is no set of versions: --set takes the "versions.json" that is attached to each failed test.`);
}

/** @returns overrides that load the versions of the set @throws Error if another shell is live, which overrides cannot change */
export function toOverrides(set: VersionSet, { shell, remotes }: ServedPage): Record<string, string> {
  if (set.shell !== undefined && set.shell !== shell)
    throw new Error(
      `The set ran in shell@${set.shell}, and shell@${shell} is live: run "pnpm delivery promote shell@${set.shell}" there, or take "shell" out of the file.`,
    );
  const isLive = ({ name, version }: SetRemote) => {
    const live = remotes.find((remote) => remote.name === name);
    // With a canary, the version differs between browsers.
    return live?.version === version && !live.candidate?.percent;
  };
  const others = set.remotes.filter((remote) => remote.from !== undefined || !isLive(remote));
  return Object.fromEntries(others.map(({ name, version, from }) => [name, from ?? version]));
}

/** Formats a set as `shell@1.0.0-1f2e3d4c, toolbox@1.1.0-9a8b7c6d from http://localhost:3003, …`. */
export const formatSet = ({ shell, remotes }: VersionSet): string =>
  [
    `shell@${shell ?? 'live'}`,
    ...remotes.map(({ name, version, from, failed, before = [] }) =>
      [
        `${name}@${version}`,
        ...(from === undefined ? [] : [`from ${from}`]),
        ...(failed ? ['which failed to load'] : []),
        ...(before.length > 0 ? [`after ${before.join(', ')}`] : []),
      ].join(' '),
    ),
  ].join('\n');
