import { removeLeftover, findLeftovers } from '../release/clear-away.ts';
import { KEPT_REVISIONS } from '../release/kept-channels.ts';
import { numberOption } from './command.ts';
import type { Command } from './command.ts';

const LESSON = `Removes releases that nobody needs: what none of the last ${KEPT_REVISIONS} revisions of any channel names (live, to fall back to, or on
trial), and pages of revisions before those. The revisions themselves stay for ever. It prints what it removes.

A file that is named by its content goes when no release lists it that stays: releases share them. So do uploads that never became a
release. What was written lately, or found to be there by a publish, stays in either case: somebody may be publishing it.

  --dry-run      prints it and removes nothing
  --days N       keeps what was published or written in the last N days, though no channel names it (7)
  --unfinished   removes also what is in no release and was written in those days; not while somebody publishes

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
    const { old, unfinished } = await findLeftovers(store, new Date(Date.now() - days * DAY));
    const clearsUnfinished = input.values['unfinished'] === true;
    const doomed = [...old, ...(clearsUnfinished ? unfinished : [])];
    for (const leftover of doomed) {
      const { title, keys } = leftover;
      if (isDry) {
        print(`Would remove ${title} (${files(keys.length)}).`);
        continue;
      }
      const removed = await removeLeftover(store, leftover);
      if (removed > 0) print(`Removed ${title} (${files(removed)}).`);
      else print(`Kept ${title}: somebody has promoted or published it meanwhile.`);
    }
    if (!isDry) await store.removeUnfinished('', new Date(Date.now() - DAY));
    if (doomed.length === 0) print('There is nothing to remove.');
    if (!clearsUnfinished)
      for (const { title, keys } of unfinished)
        print(`Kept without --unfinished, since somebody may be publishing: ${title} (${files(keys.length)}).`);
  },
};

const files = (count: number) => `${count} ${count === 1 ? 'file' : 'files'}`;
