import type { ChannelDocument, OverrideRules } from '@solvent/federation/manifest';
import { DeliveryError } from './delivery-error.ts';
import { withPart } from './plan.ts';
import type { PartPlan, Plan } from './plan.ts';

/**
 * A version of the shell or of a remote that is to be live for everybody; with `percent` (a whole number), to be the
 * remote's candidate in so many of 100 browsers. 0 stops that candidate, and changes nothing where it is another one.
 */
export interface Pin {
  name: string;
  version: string;
  percent?: number | undefined;
}

/** Takes a version back, wherever it runs; changes nothing where somebody else was quicker. */
export interface TakeBack {
  takeBack: string;
  version: string;
}

/** Takes a remote out of the channel, whichever version of it is live; changes nothing where it is not in it. */
export interface Retire {
  retire: string;
}

/** Removes a remote from the channel while the working tree has no valid build of it; changes nothing if it is not in it. */
export interface LeaveOut {
  leaveOut: string;
}

/** What a channel allows `?remote=` to put in the place of what it pins. */
export interface OverrideChange {
  overrides: OverrideRules;
}

/** Whether the menu's Toolbox entry leads to /toolbox. */
export interface ToolboxChange {
  toolboxOpen: boolean;
}

export type Change = Pin | TakeBack | Retire | LeaveOut | OverrideChange | ToolboxChange;

/**
 * A plan with the changes made on it, one after the other.
 *
 * @param history documents of the channel's last revisions, oldest first: asked for what a rollback goes back to
 * @throws DeliveryError where one makes no sense
 */
export function applyChanges(plan: Plan, changes: readonly Change[], history: readonly ChannelDocument[]): Plan {
  let changed = plan;
  for (const change of changes) changed = applyChange(changed, change, history);
  return changed;
}

function applyChange(plan: Plan, change: Change, history: readonly ChannelDocument[]): Plan {
  if ('overrides' in change) return { ...plan, overrides: change.overrides };
  if ('toolboxOpen' in change) return { ...plan, toolboxOpen: change.toolboxOpen };
  if ('takeBack' in change) return takeBack(plan, change, history);
  if ('retire' in change) return retire(plan, change);
  if ('leaveOut' in change) return withoutRemote(plan, change.leaveOut);
  const { name, version, percent } = change;
  return percent === undefined ? promote(plan, name, version) : canary(plan, name, { version, percent });
}

/** Everybody runs it from now on, so whatever was on trial is not. */
function promote(plan: Plan, name: string, version: string): Plan {
  const part = plan.parts.get(name);
  const previous = part && part.version !== version ? part.version : part?.previous;
  return withPart(plan, name, { version, previous });
}

function canary(plan: Plan, name: string, candidate: { version: string; percent: number }): Plan {
  const { version, percent } = candidate;
  const title = `${name}@${version}`;
  if (!Number.isInteger(percent) || percent < 0 || percent > 100)
    throw new DeliveryError(`${percent} is no share of browsers: give a whole number from 1 to 100.`);
  if (name === 'shell') throw new DeliveryError('The shell is live for everybody or not at all: promote it without --percent.');
  const part = plan.parts.get(name);
  if (percent === 0) {
    const isRunning = part?.candidate?.version === version;
    return part && isRunning ? withPart(plan, name, { ...part, candidate }) : plan;
  }
  if (!part) throw new DeliveryError(`No version of ${name} is live in ${plan.channel} yet: promote ${title} without --percent.`);
  if (part.version === version) throw new DeliveryError(`${title} is live for everybody in ${plan.channel} already.`);
  return withPart(plan, name, { ...part, candidate });
}

function takeBack(plan: Plan, { takeBack: name, version }: TakeBack, history: readonly ChannelDocument[]): Plan {
  const part = plan.parts.get(name);
  if (part?.candidate?.version === version) return withPart(plan, name, { ...part, candidate: undefined });
  if (part?.version !== version) return plan;
  return withPart(plan, name, partBefore(plan, name, part, history));
}

function retire(plan: Plan, { retire: name }: Retire): Plan {
  if (name === 'shell') throw new DeliveryError('Every channel needs a shell: it cannot be retired, only replaced.');
  if (!plan.parts.has(name)) return plan;
  return { ...withoutRemote(plan, name), retired: [...plan.retired, name] };
}

const withoutRemote = (plan: Plan, name: string): Plan => ({
  ...plan,
  parts: new Map([...plan.parts].filter(([other]) => other !== name)),
});

function partBefore(plan: Plan, name: string, part: PartPlan, history: readonly ChannelDocument[]): PartPlan {
  if (part.previous === undefined)
    throw new DeliveryError(
      `There is nothing to go back to: no version of ${name} was live in ${plan.channel} before ${part.version}, ` +
        `or it was taken back or cannot run in the live shell. Promote the version that you want: "pnpm delivery history ${name}" names those that were live.` +
        (name === 'shell' ? '' : ` To take the remote out of the channel: "pnpm delivery retire ${name}".`),
    );
  return { version: part.previous, previous: versionBeneath(history, name, part.previous, part.version) };
}

/**
 * What to fall back to once a rollback has made `version` live again: the version that was live before it and was not
 * taken back. Undefined where the history names none.
 *
 * @param history documents of the last revisions, oldest first
 * @param takenBack the version that the rollback leaves: it is never gone back to
 */
function versionBeneath(
  history: readonly ChannelDocument[],
  name: string,
  version: string,
  takenBack: string,
): string | undefined {
  const standing = history.reduce<string[]>((stack, document) => step(stack, pinIn(document, name)), []);
  const before = standing.slice(0, Math.max(0, standing.lastIndexOf(version)));
  return before.toReversed().find((earlier) => earlier !== takenBack && earlier !== version);
}

interface Live {
  version: string;
  previous?: string | undefined;
}

function pinIn({ shell, remotes }: ChannelDocument, name: string): Live | undefined {
  if (name === 'shell') return shell;
  const pin = remotes.find((remote) => remote.name === name);
  return pin && { version: pin.version, previous: pin.previous?.version };
}

/**
 * Versions that were live one after the other, each on top of the one that it took the place of; a rollback takes the
 * upper ones off. A promotion names what was live as `previous`, a rollback never does: so the two are told apart.
 */
function step(stack: string[], live: Live | undefined): string[] {
  if (!live) return [];
  const top = stack.at(-1);
  if (top === live.version) return stack;
  if (top !== undefined && top === live.previous) return [...stack, live.version];
  const at = stack.lastIndexOf(live.version);
  if (at !== -1) return stack.slice(0, at + 1);
  return live.previous === undefined ? [live.version] : [live.previous, live.version];
}
