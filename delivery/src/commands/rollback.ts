import { changeChannel, createPlan } from '@solvent/releases';
import { readNewestRevision, createNotLiveError } from './context.ts';
import { requireArgument } from './command.ts';
import type { Command } from './command.ts';

const LESSON = `Takes back what was promoted last, from the next page load on, without building anything:
  - where a canary runs, the canary; the live version stays;
  - else the live version: the one that was live before it is live again.
Run it again to go back further. A version that was taken back is never gone back to: promote it to have it again.

  pnpm delivery rollback toolbox --why "Uploads fail on Safari"`;

export const rollback: Command = {
  usage: '<name>',
  summary: 'take back what was promoted last',
  arguments: 1,
  lesson: LESSON,
  async run(context, input) {
    const name = requireArgument(input, 'what to take back', 'rollback <name>');
    const { store, channel, sameChannel, reason, print } = context;
    const part = createPlan(channel, (await readNewestRevision(context)).document).parts.get(name);
    if (!part) throw createNotLiveError(context, name);
    const running = part.candidate && part.candidate.percent > 0 ? part.candidate : undefined;
    const { version } = running ?? part;
    const { revision, change } = await changeChannel(store, channel, [{ takeBack: name, version }], reason);
    if (change === '') print(`Somebody else has just taken back ${name}@${version} (revision ${revision}).`);
    else print(`Revision ${revision} of ${channel} is live: ${change}.`);
    if (running)
      print(
        `Everybody runs ${name}@${part.version} again. To go back from that, too: pnpm delivery rollback ${name}${sameChannel}`,
      );
  },
};
