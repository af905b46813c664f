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
  };
}

const candidateOf = ({ version, percent }: { version: string; percent: number }) => ({ version, percent });

/** The plan with another part in it. */
export const withPart = (plan: Plan, name: string, part: PartPlan): Plan => ({
  ...plan,
  parts: new Map([...plan.parts, [name, part]]),
});
