import type { ChannelDocument, OverrideRules } from '@solvent/federation/manifest';
import { DeliveryError } from './delivery-error.ts';
import { withPart } from './plan.ts';
import type { PinnedVersions, Plan } from './plan.ts';

/** Promotes a version; with `percent`, as a canary for that share of browsers, where 0 stops it. */
export interface Pin {
  name: string;
  version: string;
  percent?: number | undefined;
}

/** Rolls a version back if it is live or a candidate. */
export interface TakeBack {
  takeBack: string;
  version: string;
}

/** Removes a remote from the channel, in any version. */
export interface Retire {
  retire: string;
}

/** Removes a remote while the working tree has no valid build of it. */
export interface LeaveOut {
  leaveOut: string;
}

/** Sets which targets `?remote=` may use. */
export interface OverrideChange {
  overrides: OverrideRules;
}

/** Opens or closes the menu's Toolbox entry. */
export interface ToolboxChange {
  toolboxOpen: boolean;
}

export type Change = Pin | TakeBack | Retire | LeaveOut | OverrideChange | ToolboxChange;

/** Applies changes to a plan in order. @param history last documents, oldest first @throws DeliveryError */
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

function promote(plan: Plan, name: string, version: string): Plan {
  const part = plan.parts.get(name);
  const previous = part && part.version !== version ? part.version : part?.previous;
  return withPart(plan, name, { version, previous });
}

function canary(plan: Plan, name: string, candidate: { version: string; percent: number }): Plan {
  const { version, percent } = candidate;
  const title = `${name}@${version}`;
  if (!Number.isInteger(percent) || percent < 0 || percent > 100)
    throw new DeliveryError(`${percent} is not a valid percentage of browsers: use a whole number from 1 to 100.`);
  if (name === 'shell') throw new DeliveryError('The shell cannot have a canary: promote it without --percent.');
  const part = plan.parts.get(name);
  if (percent === 0) {
    const isRunning = part?.candidate?.version === version;
    return part && isRunning ? withPart(plan, name, { ...part, candidate }) : plan;
  }
  if (!part) throw new DeliveryError(`No version of ${name} is live in ${plan.channel} yet: promote ${title} without --percent.`);
  if (part.version === version) throw new DeliveryError(`${title} is already live in ${plan.channel}.`);
  return withPart(plan, name, { ...part, candidate });
}

function takeBack(plan: Plan, { takeBack: name, version }: TakeBack, history: readonly ChannelDocument[]): Plan {
  const part = plan.parts.get(name);
  if (part?.candidate?.version === version) return withPart(plan, name, { ...part, candidate: undefined });
  if (part?.version !== version) return plan;
  return withPart(plan, name, getPreviousPin(plan, name, part, history));
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

function getPreviousPin(plan: Plan, name: string, part: PinnedVersions, history: readonly ChannelDocument[]): PinnedVersions {
  if (part.previous === undefined)
    throw new DeliveryError(
      `There is no version to go back to: no version of ${name} was live in ${plan.channel} before ${part.version}, ` +
        `or it was taken back or cannot run in the live shell. Promote the version that you want: "pnpm delivery history ${name}" names those that were live.` +
        (name === 'shell' ? '' : ` To take the remote out of the channel: "pnpm delivery retire ${name}".`),
    );
  return { version: part.previous, previous: findVersionBefore(history, name, part.previous, part.version) };
}

/** Returns the version live before `version`, except rolled-back ones. @param history oldest first */
function findVersionBefore(
  history: readonly ChannelDocument[],
  name: string,
  version: string,
  takenBack: string,
): string | undefined {
  const liveVersions = history.reduce<string[]>((stack, document) => applyDocument(stack, findPin(document, name)), []);
  const before = liveVersions.slice(0, Math.max(0, liveVersions.lastIndexOf(version)));
  return before.toReversed().find((earlier) => earlier !== takenBack && earlier !== version);
}

interface Live {
  version: string;
  previous?: string | undefined;
}

function findPin({ shell, remotes }: ChannelDocument, name: string): Live | undefined {
  if (name === 'shell') return shell;
  const pin = remotes.find((remote) => remote.name === name);
  return pin && { version: pin.version, previous: pin.previous?.version };
}

// Updates the stack of live versions. A promotion names the live version as `previous` and pushes; a rollback does not, and pops.
function applyDocument(stack: string[], live: Live | undefined): string[] {
  if (!live) return [];
  const top = stack.at(-1);
  if (top === live.version) return stack;
  if (top !== undefined && top === live.previous) return [...stack, live.version];
  const at = stack.lastIndexOf(live.version);
  if (at !== -1) return stack.slice(0, at + 1);
  return live.previous === undefined ? [live.version] : [live.previous, live.version];
}
