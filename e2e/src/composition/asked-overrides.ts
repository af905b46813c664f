import { readServedPage } from './served-page.ts';
import type { Overrides, ServedPage } from './served-page.ts';
import { overridesFor, parseSet } from './version-set.ts';

/** Variables between the runner, the set-up and the workers. */
const REMOTES = 'E2E_REMOTES';
const SET = 'E2E_SET';
const SET_FILE = 'E2E_SET_FILE';
const RUN = 'E2E_OVERRIDES';

/** What this run puts in place of what is live, in every test. */
export const standingOverrides = (): Overrides => JSON.parse(process.env[RUN] ?? '{}') as Overrides; // written below

/** @param text `toolbox=http://localhost:3003 auth=1.1.0-9a8b7c6d`. @throws Error where a part of it is no override */
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

/** @throws Error where the origin gives no build of the remote */
async function requireBuild(name: string, origin: string): Promise<void> {
  const reason = await fetch(`${origin}/remote.json`).then(
    async (answer) => {
      if (!answer.ok) return `it answers ${answer.status}`;
      const described = (await answer.json().catch(() => ({}))) as { name?: string };
      return described.name === name ? undefined : `it serves ${described.name ?? 'no remote'}`;
    },
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  if (reason !== undefined)
    throw new Error(
      `${origin}/remote.json gives no build of ${name} (${reason}): start its server, or build it and serve its dist.`,
    );
}

async function requireAllowed(baseURL: string, overrides: Overrides): Promise<ServedPage> {
  const page = await readServedPage(baseURL, overrides);
  const refused = page.overrides.filter((decision) => decision.refused !== null);
  if (refused.length > 0)
    throw new Error(
      `${baseURL} does not run this:\n${refused.map(({ remote, target, refused: reason }) => `${remote}@${target}: ${reason}`).join('\n')}`,
    );
  return page;
}

/**
 * Reads what the run was asked to put in place (`--remote`, `--set`) and makes sure that it can be there, so that no test
 * takes the live version for the candidate.
 *
 * @throws Error that says what to do
 */
export async function settleOverrides(baseURL: string): Promise<void> {
  const text = process.env[SET];
  const asked = parseRemotes(process.env[REMOTES] ?? '');
  const set = text === undefined ? {} : overridesFor(parseSet(text, process.env[SET_FILE] ?? SET), await readServedPage(baseURL));
  const overrides = { ...set, ...asked };
  for (const [name, target] of Object.entries(overrides)) if (target.startsWith('http')) await requireBuild(name, target);
  await requireAllowed(baseURL, overrides);
  process.env[RUN] = JSON.stringify(overrides);
  const words = Object.entries(overrides).map(([name, target]) => `${name} from ${target}`);
  if (words.length > 0) process.stdout.write(`In place of what is live: ${words.join(', ')}\n`);
}
