import type { RemoteBuild } from '@solvent/federation/manifest';

/** What one `?remote=` of this tab came to. */
export interface AppliedOverride {
  remote: string;
  /** As it was asked for: an origin, or a version. */
  target: string;
  /** What runs; absent where it was refused, or is not available. */
  build?: RemoteBuild;
  /** Why the server does not let it run, in a sentence: what is live runs, as if nobody had asked. Else null. */
  refused: string | null;
  /** Why its build is not available, in a sentence: nothing runs in its place. */
  missing?: string;
}

/** The query parameter of an override, once for each remote: `?remote=toolbox@http://localhost:3003`. */
const QUERY_PARAM = 'remote';

/** The key in `sessionStorage`: what this tab overrides, so that the next page load asks for it again. */
const STORAGE_KEY = 'remotes';

/** An override as it is asked for. */
export interface OverrideRequest {
  remote: string;
  /** An origin such as `http://localhost:3003`, or a version. */
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
    // Where nothing can be kept, an override lasts as long as its page.
  }
}

/** The address with these overrides in place of those that it asks for. */
export function buildOverrideUrl(address: string, overrides: readonly OverrideRequest[]): string {
  const url = new URL(address);
  url.searchParams.delete(QUERY_PARAM);
  for (const { remote, target } of overrides) url.searchParams.append(QUERY_PARAM, `${remote}@${target}`);
  return url.href;
}

/** The address that puts this tab back to what is live. */
export function clearOverrides(address: string): string {
  store([]);
  return buildOverrideUrl(address, []);
}

/**
 * Where this tab has to go so that the server decides on its overrides: it does so at each page load, by the address.
 * Overrides in the address take the place of those that the tab had; they are kept for its next pages.
 *
 * @param address of this page
 * @returns an address that asks for them; undefined where this one does, or there are none
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

/** Whether an override is a build on a server instead of a published version. */
export const isOriginOverride = ({ target }: Pick<AppliedOverride, 'target'>): boolean => target.startsWith('http');
