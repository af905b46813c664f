import type { OverrideDecision } from '@solvent/contracts';
import { findConflicts, findRelease, createBuild, createPageBuild } from '@solvent/releases';
import type { ReleaseStore } from '@solvent/releases';
import type { Candidate, ChannelDocument, Release, RemoteBuild } from '@solvent/federation/manifest';
import type { FastifyRequest } from 'fastify';
import { isOwnName } from '@solvent/setup/own-machine';
import { RELEASE_VERSION, REMOTE_NAME } from '../release-files.ts';
import type { Config } from '../../../platform/config/config.ts';

/** `http://localhost` allows all ports of that name. */
const isAllowed = (origin: string, allowed: readonly string[]): boolean =>
  allowed.some((entry) => entry === origin || (isOwnMachine(entry) && isSameHost(entry, origin)));

const isOwnMachine = (entry: string) => {
  const { hostname, port, origin } = URL.canParse(entry) ? new URL(entry) : { hostname: '', port: '', origin: '' };
  return isOwnName(hostname) && port === '' && origin === entry;
};

function isSameHost(one: string, other: string): boolean {
  const [first, second] = [new URL(one), new URL(other)];
  return first.protocol === second.protocol && first.hostname === second.hostname;
}

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
  const at = text.indexOf('@');
  const remote = at === -1 ? text : text.slice(0, at);
  const target = at === -1 ? '' : text.slice(at + 1);
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

function findBuildInChannel({ remotes }: ChannelDocument, name: string, version: string): RemoteBuild | Candidate | undefined {
  const pin = remotes.find((remote) => remote.name === name);
  return [pin, pin?.candidate, pin?.previous].find((build) => build?.version === version);
}

/** A stopped canary is not in use: a newer shell may be incompatible with it. */
const isInUse = (build: RemoteBuild | Candidate): boolean => !('percent' in build) || build.percent > 0;

async function findPublishedBuild(
  store: ReleaseStore,
  document: ChannelDocument,
  name: string,
  version: string,
): Promise<{ build: RemoteBuild } | { missing: string }> {
  const release = await findRelease(store, name, version);
  if (!release?.remote) return { missing: `${name}@${version} is not published: run "pnpm delivery publish ${name}" first.` };
  const [conflict] = await findReleaseConflicts(store, document, release);
  return conflict === undefined ? { build: createBuild(release.remote, createPageBuild(release)) } : { missing: conflict };
}

async function findReleaseConflicts(
  store: ReleaseStore,
  { shell, remotes }: ChannelDocument,
  release: Release,
): Promise<string[]> {
  const others = remotes.filter(({ name }) => name !== release.name);
  const [liveShell, ...live] = await Promise.all([
    findRelease(store, 'shell', shell.version),
    ...others.map(({ name, version }) => findRelease(store, name, version)),
  ]);
  if (!liveShell) return [`The live shell ${shell.version} is no longer in the store: promote another version.`];
  return findConflicts(liveShell, [...live.filter((other) => other !== undefined), release])
    .filter(({ between }) => between.includes(release.name))
    .map(({ message }) => message);
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

interface Overrides {
  decisions: Decision[];
  foreign: ForeignBuild[];
}

const OVERRIDES_OFF = 'This server runs only live versions. Its operator can allow overrides with REMOTE_OVERRIDES=ask.';

/** @param requested values of `?remote=`: the first one for each remote applies */
export async function decideOverrides(
  store: ReleaseStore,
  document: ChannelDocument,
  requested: string[],
  setting: Config['remoteOverrides'],
): Promise<Overrides> {
  const overrides = requested.slice(0, MAX_OVERRIDES).map(parseOverride);
  if (setting === 'off') return { decisions: overrides.map((one) => refuse(one, OVERRIDES_OFF)), foreign: [] };
  const names = overrides.map(({ remote }) => remote);
  const decisions = await Promise.all(
    overrides.map(async (one, index) => {
      if (names.indexOf(one.remote) === index) return decide(store, document, one);
      return refuse(one, `${one.remote} is requested twice by this link: the first one applies.`);
    }),
  );
  const foreign = overrides.flatMap(({ remote, origin }, index) =>
    origin !== undefined && decisions[index]?.refused === null ? [{ remote, origin }] : [],
  );
  return { decisions, foreign };
}

const refuse = ({ remote, target }: RequestedOverride, refused: string): Decision => ({ remote, target, refused });

async function decide(store: ReleaseStore, document: ChannelDocument, override: RequestedOverride): Promise<Decision> {
  const { remote, target, origin, version } = override;
  if (remote === 'shell') return refuse(override, 'The shell cannot be overridden: only remotes can.');
  if (origin !== undefined) {
    return isAllowed(origin, document.overrides.origins)
      ? { remote, target: origin, refused: null }
      : refuse(override, describeForeignOrigin(document, origin));
  }
  if (version !== undefined) return decideVersion(store, document, override, version);
  const text = target === '' ? remote : `${remote}@${target}`;
  return refuse(
    override,
    `"${text}" is not an override: use <name>@<origin or version>, such as toolbox@http://localhost:3003 or toolbox@1.0.0-1f2e3d4c.`,
  );
}

async function decideVersion(
  store: ReleaseStore,
  document: ChannelDocument,
  override: RequestedOverride,
  version: string,
): Promise<Decision> {
  const { remote, target } = override;
  const known = findBuildInChannel(document, remote, version);
  if (known && isInUse(known)) return { remote, target, refused: null, build: known };
  if (!known && !document.overrides.versions) {
    const reason = `The channel ${document.channel} runs only the versions of ${remote} that it names, not ${version}.`;
    return refuse(override, `${reason} "pnpm delivery overrides versions on" allows any.`);
  }
  const found = await findPublishedBuild(store, document, remote, version);
  return { remote, target, refused: null, ...found };
}

const describeForeignOrigin = ({ channel, overrides: { origins } }: ChannelDocument, origin: string) =>
  `The channel ${channel} does not allow builds from ${origin}, only from ${origins.join(', ') || 'its own store'}. ` +
  `The channel's maintainer can allow it: pnpm delivery overrides allow ${origin}.`;

export const getPath = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '/';

export const getQuery = ({ url }: FastifyRequest): URLSearchParams => new URLSearchParams(url.split('?').slice(1).join('?'));

export const getRequestedOverrides = (request: FastifyRequest): string[] =>
  getQuery(request)
    .getAll('remote')
    .filter((text) => text !== '');
