import type { OverrideDecision } from '@solvent/contracts';
import { findConflicts, findRelease, createBuild, createPageBuild } from '@solvent/releases';
import type { ReleaseStore } from '@solvent/releases';
import type { Candidate, ChannelDocument, RemoteBuild } from '@solvent/federation/manifest';
import type { FastifyRequest } from 'fastify';
import { isOwnName } from '@solvent/setup/own-machine';
import { RELEASE_VERSION, REMOTE_NAME } from '../release-files.ts';
import type { Config } from '../../../platform/config/config.ts';

/** `http://localhost` allows all ports of that name. */
const isAllowed = (origin: string, allowed: readonly string[]): boolean =>
  allowed.some((entry) => {
    if (entry === origin || !URL.canParse(entry)) return entry === origin;
    const [local, requested] = [new URL(entry), new URL(origin)];
    if (!isOwnName(local.hostname) || local.port !== '' || local.origin !== entry) return false;
    return local.protocol === requested.protocol && local.hostname === requested.hostname;
  });

interface RequestedOverride {
  remote: string;
  target: string;
  /** The target, if it is an origin. */
  origin?: string;
  /** The target, if it is a version. */
  version?: string;
}

/** Each override reads the store. */
export const MAX_OVERRIDES = 20;

const MAX_SHOWN_LENGTH = 80;

/** Parses `toolbox@http://localhost:3003` or `toolbox@1.0.0-1f2e3d4c`; other targets have neither origin nor version. */
export function parseOverride(text: string): RequestedOverride {
  const [remote = '', ...rest] = text.split('@');
  const target = rest.join('@');
  const override = { remote: remote.slice(0, MAX_SHOWN_LENGTH), target: target.slice(0, MAX_SHOWN_LENGTH) };
  if (!REMOTE_NAME.test(override.remote) || target.length > MAX_SHOWN_LENGTH) return override;
  if (RELEASE_VERSION.test(target)) return { ...override, version: target };
  const origin = parseOrigin(target);
  return origin === undefined ? override : { ...override, origin };
}

/** Rejects URLs with a path: the build itself names its entry. */
function parseOrigin(text: string): string | undefined {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const { origin } = new URL(text);
  return text === origin || text === `${origin}/` ? origin : undefined;
}

/** Returns the build of a published version, or why it cannot run with the live shell and remotes. */
async function findPublishedBuild(
  store: ReleaseStore,
  { shell, remotes }: ChannelDocument,
  name: string,
  version: string,
): Promise<{ build: RemoteBuild } | { missing: string }> {
  const release = await findRelease(store, name, version);
  if (!release?.remote) return { missing: `${name}@${version} is not published: run "pnpm delivery publish ${name}" first.` };
  const others = remotes.filter((remote) => remote.name !== name);
  const [liveShell, ...live] = await Promise.all(
    [{ name: 'shell', version: shell.version }, ...others].map((pin) => findRelease(store, pin.name, pin.version)),
  );
  if (!liveShell) return { missing: `The live shell ${shell.version} is no longer in the store: promote another version.` };
  const conflicts = findConflicts(liveShell, [...live.filter((other) => other !== undefined), release]);
  const conflict = conflicts.find(({ between }) => between.includes(name));
  return conflict ? { missing: conflict.message } : { build: createBuild(release.remote, createPageBuild(release)) };
}

/** Removes preload links of overridden remotes, whose live files the browser would fetch in vain. */
export function stripPreloadLinks(html: string, decisions: readonly OverrideDecision[]): string {
  // Names of allowed overrides contain no special characters of regular expressions.
  const names = decisions.filter(({ refused }) => refused === null).map(({ remote }) => remote);
  if (names.length === 0) return html;
  return html.replaceAll(new RegExp(`<link rel="preload" [^>]*href="[^"]*/remotes/(?:${names.join('|')})/[^>]*>\n?`, 'g'), '');
}

type Decision = OverrideDecision & { build?: RemoteBuild };

export interface ForeignBuild {
  remote: string;
  origin: string;
}

const OVERRIDES_OFF = 'This server runs only live versions. Its operator can allow overrides with REMOTE_OVERRIDES=ask.';

/** @param requested values of `?remote=`: the first one for each remote applies */
export async function decideOverrides(
  store: ReleaseStore,
  document: ChannelDocument,
  requested: string[],
  setting: Config['remoteOverrides'],
): Promise<{ decisions: Decision[]; foreign: ForeignBuild[] }> {
  const overrides = requested.slice(0, MAX_OVERRIDES).map(parseOverride);
  const names = overrides.map(({ remote }) => remote);
  const decisions = await Promise.all(
    overrides.map(async (one, index): Promise<Decision> => {
      const { remote, target } = one;
      if (setting === 'off') return { remote, target, refused: OVERRIDES_OFF };
      if (names.indexOf(remote) === index) return decide(store, document, one);
      return { remote, target, refused: `${remote} is requested twice by this link: the first one applies.` };
    }),
  );
  const foreign = overrides.flatMap(({ remote, origin }, index) =>
    origin !== undefined && decisions[index]?.refused === null ? [{ remote, origin }] : [],
  );
  return { decisions, foreign };
}

async function decide(store: ReleaseStore, document: ChannelDocument, override: RequestedOverride): Promise<Decision> {
  const { remote, target, origin, version } = override;
  const { channel, remotes, overrides } = document;
  const refuse = (refused: string): Decision => ({ remote, target, refused });
  if (remote === 'shell') return refuse('The shell cannot be overridden: only remotes can.');
  if (origin !== undefined) {
    if (isAllowed(origin, overrides.origins)) return { remote, target: origin, refused: null };
    return refuse(
      `The channel ${channel} does not allow builds from ${origin}, only from ${overrides.origins.join(', ') || 'its own store'}. ` +
        `The channel's maintainer can allow it: pnpm delivery overrides allow ${origin}.`,
    );
  }
  if (version === undefined) {
    const text = target === '' ? remote : `${remote}@${target}`;
    return refuse(
      `"${text}" is not an override: use <name>@<origin or version>, such as toolbox@http://localhost:3003 or toolbox@1.0.0-1f2e3d4c.`,
    );
  }
  const pin = remotes.find(({ name }) => name === remote);
  const builds: (RemoteBuild | Candidate | undefined)[] = [pin, pin?.candidate, pin?.previous];
  const known = builds.find((build) => build?.version === version);
  // A stopped canary is not in use: a newer shell may be incompatible with it.
  if (known && (!('percent' in known) || known.percent > 0)) return { remote, target, refused: null, build: known };
  if (!known && !overrides.versions)
    return refuse(
      `The channel ${channel} runs only the versions of ${remote} that it names, not ${version}. "pnpm delivery overrides versions on" allows any.`,
    );
  return { remote, target, refused: null, ...(await findPublishedBuild(store, document, remote, version)) };
}

export const getPath = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '/';

export const getQuery = ({ url }: FastifyRequest): URLSearchParams => new URLSearchParams(url.split('?').slice(1).join('?'));

export const getRequestedOverrides = (request: FastifyRequest): string[] =>
  getQuery(request)
    .getAll('remote')
    .filter((text) => text !== '');
