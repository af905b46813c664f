import type { OverrideDecision } from '@solvent/contracts';
import { findConflicts, findRelease, createBuild, createPageBuild } from '@solvent/releases';
import type { ReleaseStore } from '@solvent/releases';
import type { Candidate, ChannelDocument, Release, RemoteBuild } from '@solvent/federation/manifest';
import type { FastifyRequest } from 'fastify';
import { isOwnName } from '../../../../../scripts/setup/own-machine.mjs';
import { RELEASE_VERSION, REMOTE_NAME } from '../release-files.ts';
import type { Config } from '../../../platform/config/config.ts';

/** Whether a channel's list allows an origin: `http://localhost` stands for all ports of that name, since everybody has ports to spare there. */
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

/** What one `?remote=` asks for. */
interface RequestedOverride {
  remote: string;
  /** As it was asked. */
  target: string;
  /** The target, where it is an origin. */
  origin?: string;
  /** The target, where it is a version. */
  version?: string;
}

/** Nobody means more: each one is a look into the store. */
export const MAX_OVERRIDES = 20;

/** An address may be long; a person should see in a refusal what was asked all the same. */
const MAX_SHOWN_LENGTH = 80;

/** `toolbox@http://localhost:3003` or `toolbox@1.0.0-1f2e3d4c`, taken apart; neither origin nor version where it is neither. */
export function parseOverride(text: string): RequestedOverride {
  const at = text.indexOf('@');
  const remote = at === -1 ? text : text.slice(0, at);
  const target = at === -1 ? '' : text.slice(at + 1);
  const asked = { remote: remote.slice(0, MAX_SHOWN_LENGTH), target: target.slice(0, MAX_SHOWN_LENGTH) };
  if (!REMOTE_NAME.test(asked.remote) || target.length > MAX_SHOWN_LENGTH) return asked;
  if (RELEASE_VERSION.test(target)) return { ...asked, version: target };
  const origin = parseOrigin(target);
  return origin === undefined ? asked : { ...asked, origin };
}

/** Only an origin: with a path it would be said where the code lies, and the build says that itself. */
function parseOrigin(text: string): string | undefined {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const { origin } = new URL(text);
  return text === origin || text === `${origin}/` ? origin : undefined;
}

/** A version's build, or why it cannot run. */
type PublishedBuild = { build: RemoteBuild } | { missing: string };

/** The version as the channel names it, live or not yet or no more. */
function findBuildInChannel({ remotes }: ChannelDocument, name: string, version: string): RemoteBuild | Candidate | undefined {
  const pin = remotes.find((remote) => remote.name === name);
  return [pin, pin?.candidate, pin?.previous].find((build) => build?.version === version);
}

/** Whether some pages run it as it is, or fall back to it; a canary that was stopped holds no shell back that it cannot run in. */
const isInUse = (build: RemoteBuild | Candidate): boolean => !('percent' in build) || build.percent > 0;

/** A published version, checked against everything that is live. */
async function findPublishedBuild(
  store: ReleaseStore,
  document: ChannelDocument,
  name: string,
  version: string,
): Promise<PublishedBuild> {
  const release = await findRelease(store, name, version);
  if (!release?.remote) return { missing: `${name}@${version} is not published: run "pnpm delivery publish ${name}" first.` };
  const [conflict] = await findReleaseConflicts(store, document, release);
  return conflict === undefined ? { build: createBuild(release.remote, createPageBuild(release)) } : { missing: conflict };
}

async function findReleaseConflicts(store: ReleaseStore, { shell, remotes }: ChannelDocument, release: Release): Promise<string[]> {
  const others = remotes.filter(({ name }) => name !== release.name);
  const [liveShell, ...live] = await Promise.all([
    findRelease(store, 'shell', shell.version),
    ...others.map(({ name, version }) => findRelease(store, name, version)),
  ]);
  if (!liveShell) return [`The live shell ${shell.version} is not in the store any more: promote one that is.`];
  return findConflicts(liveShell, [...live.filter((other) => other !== undefined), release])
    .filter(({ between }) => between.includes(release.name))
    .map(({ message }) => message);
}

/**
 * The page without hints for the live files of remotes that something else runs in place of: the browser would fetch them
 * for nobody, and complain of it.
 *
 * @param html of a page as delivery made it
 */
export function stripPreloadLinks(html: string, decisions: readonly OverrideDecision[]): string {
  // An override that is allowed has a name of letters, digits and "-".
  const names = decisions.filter(({ refused }) => refused === null).map(({ remote }) => remote);
  if (names.length === 0) return html;
  return html.replaceAll(new RegExp(`<link rel="preload" [^>]*href="[^"]*/remotes/(?:${names.join('|')})/[^>]*>\n?`, 'g'), '');
}

/** A decision, with the build that it allows where that is a version. */
export type Decision = OverrideDecision & { build?: RemoteBuild };

/** An allowed build that is not from this site's own store. */
export interface ForeignBuild {
  remote: string;
  origin: string;
}

/** What the channel says to each `?remote=` of a request. Such code runs with all rights of the person: what is not allowed is refused. */
interface Overrides {
  decisions: Decision[];
  /** Allowed builds of other origins: the page must be let load from there, once its reader has agreed. */
  foreign: ForeignBuild[];
}

const OVERRIDES_OFF = 'This server runs nothing but what is live. Who runs it can change that: REMOTE_OVERRIDES=ask.';

/**
 * @param asked values of `?remote=` in their order: of two for the same remote the first counts
 * @param setting whether this server looks at them at all
 */
export async function decideOverrides(
  store: ReleaseStore,
  document: ChannelDocument,
  asked: string[],
  setting: Config['remoteOverrides'],
): Promise<Overrides> {
  const overrides = asked.slice(0, MAX_OVERRIDES).map(parseOverride);
  if (setting === 'off') return { decisions: overrides.map((one) => refuse(one, OVERRIDES_OFF)), foreign: [] };
  const names = overrides.map(({ remote }) => remote);
  const decisions = await Promise.all(
    overrides.map(async (one, index) => {
      if (names.indexOf(one.remote) === index) return decide(store, document, one);
      return refuse(one, `${one.remote} is asked for twice in this address: the first counts.`);
    }),
  );
  const foreign = overrides.flatMap(({ remote, origin }, index) =>
    origin !== undefined && decisions[index]?.refused === null ? [{ remote, origin }] : [],
  );
  return { decisions, foreign };
}

const refuse = ({ remote, target }: RequestedOverride, refused: string): Decision => ({ remote, target, refused });

async function decide(store: ReleaseStore, document: ChannelDocument, asked: RequestedOverride): Promise<Decision> {
  const { remote, target, origin, version } = asked;
  if (remote === 'shell') return refuse(asked, 'The shell cannot be overridden: only remotes can.');
  if (origin !== undefined) {
    return isAllowed(origin, document.overrides.origins)
      ? { remote, target: origin, refused: null }
      : refuse(asked, describeForeignOrigin(document, origin));
  }
  if (version !== undefined) return decideVersion(store, document, asked, version);
  const said = target === '' ? remote : `${remote}@${target}`;
  return refuse(
    asked,
    `"${said}" is no override: write it as <name>@<origin or version>, such as toolbox@http://localhost:3003 or toolbox@1.0.0-1f2e3d4c.`,
  );
}

async function decideVersion(
  store: ReleaseStore,
  document: ChannelDocument,
  asked: RequestedOverride,
  version: string,
): Promise<Decision> {
  const { remote, target } = asked;
  const known = findBuildInChannel(document, remote, version);
  if (known && isInUse(known)) return { remote, target, refused: null, build: known };
  if (!known && !document.overrides.versions) {
    const others = `The channel ${document.channel} runs no version of ${remote} but those that it names`;
    return refuse(asked, `${others}, and not ${version}. "pnpm delivery overrides versions on" allows any.`);
  }
  const found = await findPublishedBuild(store, document, remote, version);
  return { remote, target, refused: null, ...found };
}

const describeForeignOrigin = ({ channel, overrides: { origins } }: ChannelDocument, origin: string) =>
  `The channel ${channel} allows builds from ${origins.join(', ') || 'nowhere else'}, and not from ${origin}. ` +
  `Who keeps the channel can allow it: pnpm delivery overrides allow ${origin}.`;

/** The path without its query, as it was sent. */
export const getPath = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '/';

/** What the address asks for behind its path. */
export const getQuery = ({ url }: FastifyRequest): URLSearchParams => new URLSearchParams(url.split('?').slice(1).join('?'));

export const getRequestedOverrides = (request: FastifyRequest): string[] =>
  getQuery(request)
    .getAll('remote')
    .filter((asked) => asked !== '');
