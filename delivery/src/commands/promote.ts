import { changeChannel, DeliveryError, createPlan } from '@solvent/releases';
import { describeSmoke } from '../release/smoke-record.ts';
import { readNewestRevision, parsePin } from './context.ts';
import type { Context } from './context.ts';
import { requireArgument, numberOption } from './command.ts';
import type { Command } from './command.ts';

const LESSON = `Makes a published version live, from the next page load on. Nothing is built: one pointer moves. Pages that are open keep
what they run. Everybody runs the version then, so a canary that was running ends.

  --percent N   a canary: N of 100 browsers run the version, each one always or never. The others keep the live one.
                More of them later: promote it again with a higher number. To all of them: without --percent. At 100 it is a
                canary still: it may stop itself, and nothing falls back to it.
                A canary that fails more often than the live version stops itself (its percentage is set to 0), and
                "pnpm delivery history" says why. --percent 0 stops it by hand.

It reports the result of the version's last smoke tests. It is checked again that the version can be live with the
shell and the remotes of the channel. Two people who promote at the same moment both succeed.

  pnpm delivery promote toolbox@1.1.0-9a8b7c6d --percent 10 --why "Ratings"
  pnpm delivery promote toolbox@1.1.0-9a8b7c6d
  pnpm delivery rollback toolbox`;

export const promote: Command = {
  usage: '<name>@<version> [--percent N]',
  summary: 'make a published version live, for all browsers or for N of 100',
  arguments: 1,
  lesson: LESSON,
  options: { percent: { type: 'string' } },
  async run(context, input) {
    const text = requireArgument(input, 'what to promote', 'promote <name>@<version>');
    const percent = numberOption(input, 'percent', { min: 0, max: 100 });
    const pin = parsePin(text);
    const { store, channel, sameChannel, reason } = context;
    const { revision, change } = await changeChannel(store, channel, [{ ...pin, percent }], reason);
    if (change === '') return printUnchanged(context, text, percent, revision);
    context.print(`Revision ${revision} of ${channel} is live: ${change}.`);
    // A rollback here would undo the live version, not the canary.
    if (percent === 0) return context.print('Everybody runs the live version. Start it again with a percentage above 0.');
    const smoke = await describeSmoke(store, pin);
    if (smoke !== undefined) context.print(smoke);
    if (percent === 100) context.print(FULL_CANARY_WARNING);
    if (percent !== undefined) context.print(`Make it live for everybody with: pnpm delivery promote ${text}${sameChannel}`);
    if (await canRollBack(context, pin.name))
      context.print(`Take it back with: pnpm delivery rollback ${pin.name}${sameChannel}`);
  },
};

/** Warns that `--percent 100` does not finish a canary. */
const FULL_CANARY_WARNING =
  'It runs in every browser, but is still a canary: it may stop itself, and pages do not fall back to it. Finish it:';

/** Returns false for the first version of a remote. */
async function canRollBack(context: Context, name: string): Promise<boolean> {
  const { document } = await readNewestRevision(context);
  const part = createPlan(context.channel, document).parts.get(name);
  return part?.candidate !== undefined || part?.previous !== undefined;
}

function printUnchanged({ channel, print }: Context, text: string, percent: number | undefined, revision: number): void {
  if (percent === 0) throw new DeliveryError(`${text} is no canary in ${channel} that runs: there is nothing to stop.`);
  print(`${text} is ${percent === undefined ? 'live' : `in ${percent} % of browsers`} already (revision ${revision}).`);
}
