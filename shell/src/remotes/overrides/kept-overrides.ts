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
const PARAM = 'remote';

/** The key in `sessionStorage`: what this tab overrides, so that the next page load asks for it again. */
const KEY = 'remotes';

/** An override as it is asked for. */
export interface AskedOverride {
  remote: string;
  /** An origin such as `http://localhost:3003`, or a version. */
  target: string;
}

function readKept(): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((asked) => typeof asked === 'string') : [];
  } catch {
    return [];
  }
}

function keep(asked: readonly string[]): void {
  try {
    if (asked.length === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(asked));
  } catch {
    // Where nothing can be kept, an override lasts as long as its page.
  }
}

/** The address with these overrides in place of those that it asks for. */
export function addressWith(address: string, overrides: readonly AskedOverride[]): string {
  const url = new URL(address);
  url.searchParams.delete(PARAM);
  for (const { remote, target } of overrides) url.searchParams.append(PARAM, `${remote}@${target}`);
  return url.href;
}

/** The address that puts this tab back to what is live. */
export function addressWithout(address: string): string {
  keep([]);
  return addressWith(address, []);
}

/**
 * Where this tab has to go so that the server decides on its overrides: it does so at each page load, by the address.
 * Overrides in the address take the place of those that the tab had; they are kept for its next pages.
 *
 * @param address of this page
 * @returns an address that asks for them; undefined where this one does, or there are none
 */
export function addressToAskAt(address: string): string | undefined {
  const { searchParams } = new URL(address);
  const asked = searchParams.getAll(PARAM).filter(Boolean);
  if (searchParams.has(PARAM)) keep(asked);
  const kept = readKept();
  if (asked.length > 0 || kept.length === 0) return undefined;
  const url = new URL(address);
  url.searchParams.delete(PARAM);
  for (const one of kept) url.searchParams.append(PARAM, one);
  return url.href;
}

/** Whether an override is a build on a server instead of a published version. */
export const isOrigin = ({ target }: Pick<AppliedOverride, 'target'>): boolean => target.startsWith('http');
