import type { ChannelDocument, OverrideRules } from '@solvent/federation/manifest';

/** What a channel pins of the shell or of one remote, by versions alone. */
export interface PartPlan {
  version: string;
  /** The last version that was live and was not taken back. */
  previous?: string | undefined;
  candidate?: { version: string; percent: number } | undefined;
}

/** A channel document by versions alone: what changes are made on. */
export interface Plan {
  channel: string;
  /** By name: `shell`, and the remotes. */
  parts: ReadonlyMap<string, PartPlan>;
  overrides: OverrideRules;
  toolboxOpen: boolean;
  /** Names of retired remotes: a `deploy` of all builds does not bring them back. */
  retired: readonly string[];
}

/** What a document pins. @param document absent: a channel that has none yet */
export function planOf(channel: string, document: ChannelDocument | undefined): Plan {
  const remotes = document?.remotes.map(
    ({ name, version, previous, candidate }) =>
      [name, { version, previous: previous?.version, candidate: candidate && candidateOf(candidate) }] as const,
  );
  const shell = document && (['shell', { version: document.shell.version, previous: document.shell.previous }] as const);
  return {
    channel,
    parts: new Map<string, PartPlan>([...(shell ? [shell] : []), ...(remotes ?? [])]),
    overrides: document?.overrides ?? { origins: [], versions: false },
    toolboxOpen: document?.toolboxOpen ?? false,
    retired: document?.retired ?? [],
  };
}

const candidateOf = ({ version, percent }: { version: string; percent: number }) => ({ version, percent });

/** The plan with another part in it. */
export const withPart = (plan: Plan, name: string, part: PartPlan): Plan => ({
  ...plan,
  parts: new Map([...plan.parts, [name, part]]),
  retired: plan.retired.filter((other) => other !== name),
});

/**
 * What differs between two plans, for people: `toolbox 1.0.0-1f2e3d4c → 1.1.0-9a8b7c6d`. Empty when nothing does; what a part
 * falls back to is no difference of its own.
 */
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

function describePart(name: string, before: PartPlan | undefined, after: PartPlan): string[] {
  if (!before) return [`${name} ${after.version}`];
  if (before.version !== after.version) return [`${name} ${before.version} → ${after.version}`];
  return describeCandidate(name, before.candidate, after.candidate);
}

function describeCandidate(name: string, before: PartPlan['candidate'], after: PartPlan['candidate']): string[] {
  if (!after) return before ? [`${name} ${before.version} is no candidate any more`] : [];
  const isSame = before?.version === after.version;
  if (isSame && before.percent === after.percent) return [];
  if (after.percent === 0) return [`${name} ${after.version} stopped`];
  return [`${name} ${after.version} in ${isSame ? `${before.percent} % → ` : ''}${after.percent} % of browsers`];
}

function describeOverrides({ overrides: { origins, versions } }: Plan): string {
  const allowed = [...origins, ...(versions ? ['published versions'] : [])];
  return `overrides by ${allowed.length > 0 ? allowed.join(' and ') : 'nobody'}`;
}
