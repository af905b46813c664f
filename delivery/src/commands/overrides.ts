import type { OverrideRules } from '@solvent/federation/manifest';
import { changeChannel, DeliveryError } from '@solvent/releases';
import { readNewestRevision } from './context.ts';
import type { Command } from './command.ts';

const LESSON = `Says what "?remote=<name>@<origin or version>" may put into a page of this channel in place of what is live. Such code
runs with all rights of the person in whose browser it runs, so a channel for the public allows nothing, and the server refuses it.
A server in production runs none of it unless its settings have REMOTE_OVERRIDES=ask. Before code of an origin is loaded, it asks
the person; in development not about their own machine.

  allow <origin>    builds from there, such as http://localhost:3003; http://localhost stands for all of its ports
  refuse <origin>   no longer
  versions on|off   whether any published version may run
  (nothing)         prints what is allowed

  pnpm delivery overrides allow http://localhost --channel staging --why "Teams try their builds here"`;

export const overrides: Command = {
  usage: '[allow <origin> | refuse <origin> | versions on|off]',
  summary: 'what "?remote=" may put in place of what is live',
  arguments: 2,
  lesson: LESSON,
  async run(context, { args }) {
    const { store, channel, reason, print } = context;
    const { document } = await readNewestRevision(context);
    if (args.length === 0) return printRules(channel, document.overrides, print);
    const rules = changedRules(document.overrides, args);
    const { revision, change } = await changeChannel(store, channel, [{ overrides: rules }], reason);
    print(change === '' ? `Nothing changes (revision ${revision}):` : `Revision ${revision}: from the next page load on,`);
    printRules(channel, rules, print);
  },
};

function changedRules(rules: OverrideRules, [verb, what = '']: string[]): OverrideRules {
  const { origins } = rules;
  if (verb === 'allow') return { ...rules, origins: [...new Set([...origins, parseOrigin(what)])].toSorted() };
  if (verb === 'refuse' && origins.includes(what)) return { ...rules, origins: origins.filter((origin) => origin !== what) };
  if (verb === 'refuse')
    throw new DeliveryError(`"${what}" is not among the origins that may override: ${origins.join(', ') || 'none is'}.`);
  if (verb === 'versions' && (what === 'on' || what === 'off')) return { ...rules, versions: what === 'on' };
  throw new DeliveryError(`Say "allow <origin>", "refuse <origin>" or "versions on|off": see "pnpm delivery help overrides".`);
}

/** Accepts http only for the local machine, because code can be changed in transit. */
function parseOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname));
  if (url && isSafe && url.origin === text) return text;
  throw new DeliveryError(
    `"${text}" is no origin that may override: write it as https://builds.example.com or http://localhost:3003, without a path.`,
  );
}

function printRules(channel: string, { origins, versions }: OverrideRules, print: (line: string) => void): void {
  print(
    `${channel} lets "?remote=" run builds from ${origins.join(', ') || 'nowhere'}, and ${versions ? 'any' : 'no other'} published version.`,
  );
}
