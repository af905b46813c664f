import type { OverrideDecision } from '@solvent/contracts';
import { buildFilesSchema, remoteJsonSchema } from '@solvent/federation/manifest';
import type { RemoteBuild } from '@solvent/federation/manifest';
import type { AppliedOverride } from './stored-overrides.ts';

/** A server at hand answers at once; the page waits for it. */
const TIMEOUT_MS = 5000;

async function fetchJson(address: string): Promise<unknown> {
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), credentials: 'omit', cache: 'no-store' });
  if (!response.ok) throw new Error(`it answered ${response.status}`);
  return response.json();
}

/** The build that an origin serves, by the two files that the preset puts beside it. */
async function fetchBuild(remote: string, origin: string): Promise<RemoteBuild> {
  const [description, files] = await Promise.all([fetchJson(`${origin}/remote.json`), fetchJson(`${origin}/build-files.json`)]);
  const remoteJson = remoteJsonSchema.validateSync(description);
  if (remoteJson.name !== remote) throw new Error(`it serves the remote "${remoteJson.name}"`);
  const { entry } = buildFilesSchema.validateSync(files);
  // What runs there changes while it runs: there is no hash to hold it against. The server allowed the origin.
  return { ...remoteJson, entry: `${origin}/${entry}`, integrity: '' };
}

async function applyOverride({ remote, target, refused, missing, build }: OverrideDecision): Promise<AppliedOverride> {
  if (refused !== null) return { remote, target, refused };
  if (missing !== undefined) return { remote, target, refused, missing };
  // The server found it in the store and checked it there.
  if (build) return { remote, target, refused, build: build as RemoteBuild };
  try {
    return { remote, target, refused, build: await fetchBuild(remote, target) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const advice =
      'start its server, and let this page read from it (CORS, and access to your own machine where the browser asks)';
    return { remote, target, refused, missing: `${target} gave no build of ${remote} (${reason}): ${advice}.` };
  }
}

/** What the overrides come to that the server decided on. Never fails: what is not available says why. */
export const resolveOverrides = (decisions: readonly OverrideDecision[]): Promise<AppliedOverride[]> =>
  Promise.all(decisions.map(applyOverride));
