import type { Overrides } from './consent.ts';
import { listOverrideFaults, readServedPage } from './served-page.ts';
import type { ServedPage } from './served-page.ts';
import { toOverrides, parseSet } from './version-set.ts';
import type { VersionSet } from './version-set.ts';

/** Environment variables that the runner and the set-up pass on to the workers. */
const REMOTES = 'E2E_REMOTES';
const SET = 'E2E_SET';
const SET_FILE = 'E2E_SET_FILE';
const OVERRIDES = 'E2E_OVERRIDES';

export const getRunOverrides = (): Overrides => JSON.parse(process.env[OVERRIDES] ?? '{}') as Overrides; // `applyOverrides` writes this format

export function parseRemotes(text: string): Record<string, string> {
  const parts = text.split(/\s+/).filter(Boolean);
  return Object.fromEntries(
    parts.map((part) => {
      const [, name, target] = /^([a-z][a-z0-9-]*)=(https?:\/\/[^/?#]+|\d[\w.-]*)\/?$/.exec(part) ?? [];
      if (name && target) return [name, target];
      throw new Error(`"${part}" names no candidate: --remote takes toolbox=http://localhost:3003 or toolbox=1.1.0-9a8b7c6d.`);
    }),
  );
}

const TIMEOUT_MS = 5000;

/** @param version undefined accepts any @returns why the origin's build cannot run, or undefined */
async function findBuildFault(origin: string, name: string, version: string | undefined): Promise<string | undefined> {
  try {
    const response = await fetch(`${origin}/remote.json`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) return `it responds with ${response.status}`;
    const described = (await response.json()) as { name?: string; version?: string }; // the fields are checked below
    if (described.name !== name) return `it serves ${described.name ?? 'no remote'}`;
    if (version !== undefined && described.version !== version)
      return `it serves ${described.version}, and the set ran ${version}`;
    return undefined;
  } catch (error) {
    const { message, cause } = error instanceof Error ? error : new Error(String(error));
    return cause instanceof Error ? `${message}, ${'code' in cause ? String(cause.code) : cause.message}` : message;
  }
}

async function requireBuild(name: string, origin: string, version?: string): Promise<void> {
  const fault = await findBuildFault(origin, name, version);
  if (fault === undefined) return;
  throw new Error(`${origin}/remote.json has no build of ${name} (${fault}): start its server, or build it and serve its dist.`);
}

function readRequested(): { remotes: Record<string, string>; set: VersionSet | undefined } {
  const text = process.env[SET];
  const set = text === undefined ? undefined : parseSet(text, process.env[SET_FILE] ?? SET);
  return { remotes: parseRemotes(process.env[REMOTES] ?? ''), set };
}

/** Checks before anything starts that origins serve their builds. @throws Error with the fix */
export async function requireServedBuilds(): Promise<void> {
  const { remotes, set } = readRequested();
  for (const [name, target] of Object.entries(remotes)) if (target.startsWith('http')) await requireBuild(name, target);
  for (const { name, version, from } of set?.remotes ?? [])
    // A build that failed to load has no known version.
    if (from !== undefined && !(name in remotes)) await requireBuild(name, from, version === 'unknown' ? undefined : version);
}

async function requireAllowed(baseURL: string, overrides: Overrides): Promise<ServedPage> {
  const page = await readServedPage(baseURL, overrides);
  const faults = listOverrideFaults(page);
  if (faults.length > 0) throw new Error(`${baseURL} does not run this:\n${faults.join('\n')}`);
  return page;
}

/** Stores overrides for the workers. @throws Error if they cannot run: no test may pass with the live version */
export async function applyOverrides(baseURL: string): Promise<void> {
  const { remotes, set } = readRequested();
  const overrides = { ...(set && toOverrides(set, await readServedPage(baseURL))), ...remotes };
  await requireAllowed(baseURL, overrides);
  process.env[OVERRIDES] = JSON.stringify(overrides);
  const descriptions = Object.entries(overrides).map(([name, target]) => `${name} from ${target}`);
  if (descriptions.length > 0) process.stdout.write(`Overrides: ${descriptions.join(', ')}\n`);
}
