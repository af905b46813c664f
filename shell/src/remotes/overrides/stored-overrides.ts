import type { RemoteBuild } from '@solvent/federation/manifest';

export interface AppliedOverride {
  remote: string;
  target: string;
  build?: RemoteBuild;
  /** Why the server refused it; the live version runs instead. */
  refused: string | null;
  /** Why its build is unavailable; nothing runs instead. */
  missing?: string;
}

/** One for each remote: `?remote=toolbox@http://localhost:3003`. */
const QUERY_PARAM = 'remote';

/** In `sessionStorage`: the overrides of this tab for its next page loads. */
const STORAGE_KEY = 'remotes';

export interface OverrideRequest {
  remote: string;
  target: string;
}

function readStored(): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((requested) => typeof requested === 'string') : [];
  } catch {
    return [];
  }
}

function store(requested: readonly string[]): void {
  try {
    if (requested.length === 0) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, JSON.stringify(requested));
  } catch {
    // Without storage, an override lasts until the next page load.
  }
}

export function buildOverrideUrl(address: string, overrides: readonly OverrideRequest[]): string {
  const url = new URL(address);
  url.searchParams.delete(QUERY_PARAM);
  for (const { remote, target } of overrides) url.searchParams.append(QUERY_PARAM, `${remote}@${target}`);
  return url.href;
}

/** Deletes the overrides of this tab and returns the address without them. */
export function clearOverrides(address: string): string {
  store([]);
  return buildOverrideUrl(address, []);
}

/**
 * Stores the overrides in the address for this tab. The server decides on overrides at each page load by the address, so a page without
 * them must redirect.
 * @returns the address with the stored overrides, or undefined if no redirect is needed
 */
export function findRedirectUrl(address: string): string | undefined {
  const { searchParams } = new URL(address);
  const requested = searchParams.getAll(QUERY_PARAM).filter(Boolean);
  if (searchParams.has(QUERY_PARAM)) store(requested);
  const stored = readStored();
  if (requested.length > 0 || stored.length === 0) return undefined;
  const url = new URL(address);
  url.searchParams.delete(QUERY_PARAM);
  for (const one of stored) url.searchParams.append(QUERY_PARAM, one);
  return url.href;
}

export const isOriginOverride = ({ target }: Pick<AppliedOverride, 'target'>): boolean => target.startsWith('http');
