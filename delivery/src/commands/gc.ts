import { clearAway, findLeftovers, KEPT_REVISIONS } from '../release/clear-away.ts';
import type { Leftover } from '../release/clear-away.ts';
import { numberOption } from './command.ts';
import type { Command } from './command.ts';

const LESSON = `Removes releases that nobody needs: what none of the last ${KEPT_REVISIONS} revisions of any channel names (live, to fall back to, or on
trial), and pages of revisions before those. The revisions themselves stay for ever. It prints what it removes.

  --dry-run      prints it and removes nothing
  --days N       keeps what was published in the last N days, though no channel names it (7)
  --unfinished   removes also uploads that never became whole; not while somebody publishes

Browsers that have had a page open since before those revisions may ask for files that are gone: they get the failure card.

  pnpm delivery gc --dry-run`;

const DAY = 24 * 60 * 60 * 1000;

export const gc: Command = {
  usage: '[--dry-run] [--days N] [--unfinished]',
  summary: 'remove releases that no channel needs',
  arguments: 0,
  lesson: LESSON,
  options: { 'dry-run': { type: 'boolean' }, days: { type: 'string' }, unfinished: { type: 'boolean' } },
  async run({ store, print }, input) {
    const isDry = input.values['dry-run'] === true;
    const days = numberOption(input, 'days', { min: 0, max: 3650 }) ?? 7;
    const { leftovers, unfinished } = await findLeftovers(store, new Date(Date.now() - days * DAY));
    const clearsUnfinished = input.values['unfinished'] === true;
    const doomed = [...leftovers, ...(clearsUnfinished ? unfinished : [])];
    for (const leftover of doomed) {
      if (isDry) print(`Would remove ${describe(leftover)}.`);
      else if (await clearAway(store, leftover)) print(`Removed ${describe(leftover)}.`);
      else print(`Kept ${leftover.title}: somebody has promoted it meanwhile.`);
    }
    if (!isDry) await store.removeUnfinished('', new Date(Date.now() - DAY));
    if (doomed.length === 0) print('There is nothing to remove.');
    if (!clearsUnfinished)
      for (const upload of unfinished) print(`Not whole, and kept without --unfinished: ${describe(upload)}.`);
  },
};

const describe = ({ title, keys }: Leftover) => `${title} (${keys.length} ${keys.length === 1 ? 'file' : 'files'})`;
