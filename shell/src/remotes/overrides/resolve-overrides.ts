import type { OverrideDecision } from '@solvent/contracts';
import { buildFilesSchema, remoteJsonSchema } from '@solvent/federation/manifest';
import type { RemoteBuild } from '@solvent/federation/manifest';
import type { AppliedOverride } from './stored-overrides.ts';

/** Short, because the page waits for the developer's server. */
const TIMEOUT_MS = 5000;

async function fetchJson(address: string): Promise<unknown> {
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), credentials: 'omit', cache: 'no-store' });
  if (!response.ok) throw new Error(`it responded with ${response.status}`);
  return response.json();
}

/** Reads the build of an origin from the two files that the preset writes beside it. */
async function fetchBuild(remote: string, origin: string): Promise<RemoteBuild> {
  const [description, files] = await Promise.all([fetchJson(`${origin}/remote.json`), fetchJson(`${origin}/build-files.json`)]);
  const remoteJson = remoteJsonSchema.validateSync(description);
  if (remoteJson.name !== remote) throw new Error(`it serves the remote "${remoteJson.name}"`);
  const { entry } = buildFilesSchema.validateSync(files);
  // No hash: the dev server rebuilds at any time. The server has allowed the origin.
  return { ...remoteJson, entry: `${origin}/${entry}`, integrity: '' };
}

async function applyOverride({ remote, target, refused, missing, build }: OverrideDecision): Promise<AppliedOverride> {
  if (refused !== null) return { remote, target, refused };
  if (missing !== undefined) return { remote, target, refused, missing };
  // The server validated it.
  if (build) return { remote, target, refused, build: build as RemoteBuild };
  try {
    return { remote, target, refused, build: await fetchBuild(remote, target) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const advice =
      'Start its server, and allow this page to read from it (CORS and, if the browser asks, access to your local network)';
    return { remote, target, refused, missing: `${target} has no build of ${remote} (${reason}). ${advice}.` };
  }
}

/** Resolves the server's decisions to builds. Never rejects: `missing` states why a build is unavailable. */
export const resolveOverrides = (decisions: readonly OverrideDecision[]): Promise<AppliedOverride[]> =>
  Promise.all(decisions.map(applyOverride));
