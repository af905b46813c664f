import type { Revision } from '@solvent/federation/manifest';
import { DeliveryError, openChannel } from '@solvent/releases';
import { numberOption } from './command.ts';
import type { Command } from './command.ts';

const LESSON = `Prints the channel's last changes, the newest first: revision, when, who, what and why. A canary that stopped itself is
among them, with the figures of both versions.

  --count N   how many (20)

  pnpm delivery history
  pnpm delivery history toolbox --count 5`;

/** Maximum number of revisions that are searched for changes of one remote. */
const MAX_REVISIONS = 1000;

export const history: Command = {
  usage: '[name] [--count N]',
  summary: 'who changed what, when and why',
  arguments: 1,
  lesson: LESSON,
  readsOnly: true,
  options: { count: { type: 'string' } },
  async run({ store, channel: name, print }, input) {
    const [only] = input.args;
    const count = numberOption(input, 'count', { min: 1, max: MAX_REVISIONS }) ?? 20;
    const channel = openChannel(store, name);
    const revisions = await channel.history(await channel.lastNumber(), only === undefined ? count : MAX_REVISIONS);
    const wanted = revisions.filter((revision) => only === undefined || concerns(revision, only)).slice(0, count);
    if (wanted.length === 0)
      throw new DeliveryError(`Nothing ${only === undefined ? '' : `of "${only}" `}was ever live in the channel "${name}".`);
    for (const { document, at, who, change, why } of wanted)
      print(`${String(document.revision).padStart(4)}  ${at}  ${who}  ${change}${why && `: ${why}`}`);
  },
};

const concerns = ({ change }: Revision, name: string) => change.split(', ').some((part) => part.startsWith(`${name} `));
