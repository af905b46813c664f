import type { OverrideDecision } from '@solvent/contracts';
import type { ReleaseStore } from '@solvent/delivery/releases';
import type { ChannelDocument, RemoteBuild } from '@solvent/federation/manifest';
import type { Config } from '../../../platform/config/config.ts';
import { isAllowed } from './allowed-origin.ts';
import { OVERRIDES_MAX, readOverride } from './asked-override.ts';
import type { AskedOverride } from './asked-override.ts';
import { buildInChannel, publishedBuild } from './named-build.ts';

/** A decision, with the build that it allows where that is a version. */
export type Decision = OverrideDecision & { build?: RemoteBuild };

/** An allowed build that is not from this site's own store. */
export interface ForeignBuild {
  remote: string;
  origin: string;
}

/** What the channel says to each `?remote=` of a request. Such code runs with all rights of the person: what is not allowed is refused. */
export interface Overrides {
  decisions: Decision[];
  /** Allowed builds of other origins: the page must be let load from there, once its reader has agreed. */
  foreign: ForeignBuild[];
}

const SWITCHED_OFF = 'This server runs nothing but what is live. Who runs it can change that: REMOTE_OVERRIDES=ask.';

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
  const overrides = asked.slice(0, OVERRIDES_MAX).map(readOverride);
  if (setting === 'off') return { decisions: overrides.map((one) => refusal(one, SWITCHED_OFF)), foreign: [] };
  const names = overrides.map(({ remote }) => remote);
  const decisions = await Promise.all(
    overrides.map(async (one, index) => {
      if (names.indexOf(one.remote) === index) return decide(store, document, one);
      return refusal(one, `${one.remote} is asked for twice in this address: the first counts.`);
    }),
  );
  const foreign = overrides.flatMap(({ remote, origin }, index) =>
    origin !== undefined && decisions[index]?.refused === null ? [{ remote, origin }] : [],
  );
  return { decisions, foreign };
}

const refusal = ({ remote, target }: AskedOverride, refused: string): Decision => ({ remote, target, refused });

async function decide(store: ReleaseStore, document: ChannelDocument, asked: AskedOverride): Promise<Decision> {
  const { remote, target, origin, version } = asked;
  if (remote === 'shell') return refusal(asked, 'The shell cannot be overridden: only remotes can.');
  if (origin !== undefined) {
    return isAllowed(origin, document.overrides.origins)
      ? { remote, target: origin, refused: null }
      : refusal(asked, foreignOrigin(document, origin));
  }
  if (version !== undefined) return decideVersion(store, document, asked, version);
  const said = target === '' ? remote : `${remote}@${target}`;
  return refusal(
    asked,
    `"${said}" is no override: write it as <name>@<origin or version>, such as toolbox@http://localhost:3003 or toolbox@1.0.0-1f2e3d4c.`,
  );
}

async function decideVersion(
  store: ReleaseStore,
  document: ChannelDocument,
  asked: AskedOverride,
  version: string,
): Promise<Decision> {
  const { remote, target } = asked;
  const known = buildInChannel(document, remote, version);
  if (known) return { remote, target, refused: null, build: known };
  if (!document.overrides.versions) {
    const others = `The channel ${document.channel} runs no version of ${remote} but those that it names`;
    return refusal(asked, `${others}, and not ${version}. "pnpm delivery overrides versions on" allows any.`);
  }
  const found = await publishedBuild(store, document, remote, version);
  return { remote, target, refused: null, ...found };
}

const foreignOrigin = ({ channel, overrides: { origins } }: ChannelDocument, origin: string) =>
  `The channel ${channel} allows builds from ${origins.join(', ') || 'nowhere else'}, and not from ${origin}. ` +
  `Who keeps the channel can allow it: pnpm delivery overrides allow ${origin}.`;
