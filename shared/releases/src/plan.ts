import type { ChannelDocument, OverrideRules } from '@solvent/federation/manifest';

/** Versions of the shell or a remote in a channel. */
export interface PinnedVersions {
  version: string;
  /** Last live version that was not rolled back. */
  previous?: string | undefined;
  candidate?: { version: string; percent: number } | undefined;
}

/** A channel document reduced to versions, to which changes apply. */
export interface Plan {
  channel: string;
  /** By name, including `shell`. */
  parts: ReadonlyMap<string, PinnedVersions>;
  overrides: OverrideRules;
  toolboxOpen: boolean;
  /** Retired remotes, which `deploy` does not restore. */
  retired: readonly string[];
}

/** Returns the plan of a document; undefined for a new channel. */
export function createPlan(channel: string, document: ChannelDocument | undefined): Plan {
  const remotes = document?.remotes.map(
    ({ name, version, previous, candidate }) =>
      [name, { version, previous: previous?.version, candidate: candidate && toCandidate(candidate) }] as const,
  );
  const shell = document && (['shell', { version: document.shell.version, previous: document.shell.previous }] as const);
  return {
    channel,
    parts: new Map<string, PinnedVersions>([...(shell ? [shell] : []), ...(remotes ?? [])]),
    overrides: document?.overrides ?? { origins: [], versions: false },
    toolboxOpen: document?.toolboxOpen ?? false,
    retired: document?.retired ?? [],
  };
}

const toCandidate = ({ version, percent }: { version: string; percent: number }) => ({ version, percent });

export const withPart = (plan: Plan, name: string, part: PinnedVersions): Plan => ({
  ...plan,
  parts: new Map([...plan.parts, [name, part]]),
  retired: plan.retired.filter((other) => other !== name),
});

/** Describes the differences of two plans except fallbacks: `toolbox 1.0.0-1f2e3d4c → 1.1.0-9a8b7c6d`. */
export function describeChange(before: Plan, after: Plan): string {
  const parts = [...after.parts].flatMap(([name, part]) => describePart(name, before.parts.get(name), part));
  const removed = [...before.parts].filter(([name]) => !after.parts.has(name));
  const isSame = JSON.stringify(before.overrides) === JSON.stringify(after.overrides);
  const menu = before.toolboxOpen === after.toolboxOpen ? [] : [`the Toolbox ${after.toolboxOpen ? 'opened' : 'closed'}`];
  return [
    ...parts,
    ...removed.map(([name, { version }]) => `${name} ${version} ${after.retired.includes(name) ? 'retired' : 'left out'}`),
    ...(isSame ? [] : [describeOverrides(after)]),
    ...menu,
  ].join(', ');
}

function describePart(name: string, before: PinnedVersions | undefined, after: PinnedVersions): string[] {
  if (!before) return [`${name} ${after.version}`];
  if (before.version !== after.version) return [`${name} ${before.version} → ${after.version}`];
  return describeCandidate(name, before.candidate, after.candidate);
}

function describeCandidate(name: string, before: PinnedVersions['candidate'], after: PinnedVersions['candidate']): string[] {
  if (!after) return before ? [`${name} ${before.version} is no longer a candidate`] : [];
  const isSame = before?.version === after.version;
  if (isSame && before.percent === after.percent) return [];
  if (after.percent === 0) return [`${name} ${after.version} stopped`];
  return [`${name} ${after.version} in ${isSame ? `${before.percent} % → ` : ''}${after.percent} % of browsers`];
}

function describeOverrides({ overrides: { origins, versions } }: Plan): string {
  const allowed = [...origins, ...(versions ? ['published versions'] : [])];
  return `overrides by ${allowed.length > 0 ? allowed.join(' and ') : 'no one'}`;
}
