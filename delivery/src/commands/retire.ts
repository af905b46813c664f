import { changeChannel } from '@solvent/releases';
import { readNewestRevision, createNotLiveError } from './context.ts';
import { requireArgument } from './command.ts';
import type { Command } from './command.ts';

const LESSON = `Takes a remote out of the channel, whichever version of it is live: from the next page load on its pages are not found, its slots
stay empty, and no menu names it. Pages that are open go on with it. For a remote that is no longer needed, and for a first version
that has to go.

Its versions stay in the store: promote one to have the remote back. "pnpm delivery deploy" leaves it out, unless it is named.
Where nobody needs its sources any more: pnpm remove-remote <name>.

  pnpm delivery retire reports --why "Replaced by insights"`;

export const retire: Command = {
  usage: '<name>',
  summary: 'take a remote out of the channel',
  arguments: 1,
  lesson: LESSON,
  async run(context, input) {
    const name = requireArgument(input, 'which remote to take out', 'retire <name>');
    const { store, channel, sameChannel, reason, print } = context;
    const { remotes } = (await readNewestRevision(context)).document;
    const live = remotes.find((remote) => remote.name === name);
    if (!live && name !== 'shell') throw createNotLiveError(context, name);
    const { revision, change } = await changeChannel(store, channel, [{ retire: name }], reason);
    if (change === '') print(`Somebody else has just retired ${name} (revision ${revision}).`);
    else print(`Revision ${revision} of ${channel} is live: ${change}.`);
    if (live) print(`Have it back with: pnpm delivery promote ${name}@${live.version}${sameChannel}`);
  },
};
