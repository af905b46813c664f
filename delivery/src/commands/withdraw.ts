import { changeChannel } from '@solvent/releases';
import { newestRevision, notLive } from './context.ts';
import { needArgument } from './command.ts';
import type { Command } from './command.ts';

const LESSON = `Takes a remote out of the channel, whichever version of it is live: its pages are not found from the next page load on, and its
slots stay empty. For a first version that has to go, and for a remote that has had its day. Pages that are open keep it.

Its versions stay in the store: promote one to have the remote back. "pnpm delivery deploy" brings back whatever is built.

  pnpm delivery withdraw reports --why "Nobody can open it"`;

export const withdraw: Command = {
  usage: '<name>',
  summary: 'take a remote out of the channel',
  arguments: 1,
  lesson: LESSON,
  async run(context, input) {
    const name = needArgument(input, 'which remote to take out', 'withdraw <name>');
    const { store, channel, sameChannel, reason, print } = context;
    const { remotes } = (await newestRevision(context)).document;
    const live = remotes.find((remote) => remote.name === name);
    if (!live && name !== 'shell') throw notLive(context, name);
    const { revision, change } = await changeChannel(store, channel, [{ withdraw: name }], reason);
    if (change === '') print(`Somebody else has just withdrawn ${name} (revision ${revision}).`);
    else print(`Revision ${revision} of ${channel} is live: ${change}.`);
    if (live) print(`Have it back with: pnpm delivery promote ${name}@${live.version}${sameChannel}`);
  },
};
