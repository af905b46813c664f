import { DEVELOPMENT_CHANNEL } from '@solvent/federation/manifest';
import { changeChannel, defaultChannel, DeliveryError } from '@solvent/releases';
import { requireArgument } from './command.ts';
import type { Command } from './command.ts';

const WAYS: Record<string, boolean> = { open: true, close: false };

const LESSON = `Opens the Toolbox of the channel, so that its entry in the menu leads to /toolbox; or closes it, so that the entry opens the
"Coming Soon" dialog. It is about the menu alone: the pages of the Toolbox answer either way.

  pnpm delivery toolbox open --why "Twenty modules are in review"`;

export const toolbox: Command = {
  usage: 'open|close',
  summary: "let the menu's Toolbox entry lead to the Toolbox, or say that it comes soon",
  arguments: 1,
  lesson: LESSON,
  async run(context, input) {
    const { store, channel, reason, print, env } = context;
    const way = requireArgument(input, 'which: open or close', 'toolbox open');
    const toolboxOpen = WAYS[way];
    if (toolboxOpen === undefined) throw new DeliveryError(`"${way}" is not known: write "toolbox open" or "toolbox close".`);
    if (channel === DEVELOPMENT_CHANNEL)
      throw new DeliveryError(
        `The development channel has the Toolbox as open as ${defaultChannel(env)} had it when "pnpm dev" started.`,
      );
    const { revision, change } = await changeChannel(store, channel, [{ toolboxOpen }], reason);
    print(
      change === ''
        ? `The Toolbox of ${channel} is ${toolboxOpen ? 'open' : 'closed'} already (revision ${revision}).`
        : `Revision ${revision} of ${channel} is live: ${change}.`,
    );
  },
};
