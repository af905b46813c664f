import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { problems, problemViews } from '../../../../api/src/schema/index.ts';
import { summarize } from '@solvent/contracts/rules';
import { ASSETS } from '../data.ts';
import type { DemoProblem } from '../data.ts';
import { days, hours, idAt } from './clock.ts';
import type { Clock } from './clock.ts';

/** A problem ready to be stored, with the times that its bids hold to. */
export interface StoredProblem {
  source: DemoProblem;
  row: typeof problems.$inferInsert & { id: string; createdAt: Date; updatedAt: Date };
  views: typeof problemViews.$inferInsert;
  /** Period in which bids arrived, in milliseconds. */
  bidding: number;
  /** When the seeker took a bid. */
  decidedAt: Date;
}

/** Bids come within three days, and while a young problem has been open for six tenths of its age. */
const biddingTime = (posted: number) => Math.min(days(3), posted * 0.6);

function decidedAfter(problem: DemoProblem, bidding: number): number {
  return bidding + Math.min(hours(12), (problem.posted - bidding) / 2);
}

/** Solved half-way between the choice and now; closed a month after it was posted; in progress since the choice. */
function lastChange(problem: DemoProblem, decided: number): number {
  if (problem.status === 'solved') return decided + (problem.posted - decided) / 2;
  if (problem.status === 'closed') return Math.min(days(30), problem.posted);
  return problem.status === 'in-progress' ? decided : 0;
}

/** Makes a problem's row. `seekerId` posted it. */
export async function buildProblem(source: DemoProblem, seekerId: string, clock: Clock): Promise<StoredProblem> {
  const body = await readFile(join(ASSETS, 'problems', `${source.key}.md`), 'utf8');
  const createdAt = clock.ago(source.posted);
  const bidding = biddingTime(source.posted);
  const decided = decidedAfter(source, bidding);
  const id = idAt(createdAt);
  const { title, category, tags, budget, status = 'open', bids, withdrawn = [], posted } = source;
  const updatedAt = clock.ago(posted - lastChange(source, decided));
  const row = {
    id,
    userId: seekerId,
    title,
    body: body.trim(),
    description: summarize(body),
    category,
    tags,
    budget,
    status,
    bidCount: bids.length - withdrawn.length,
    solvedAt: status === 'solved' ? updatedAt : null,
    createdAt,
    updatedAt,
  };
  return { source, row, views: { problemId: id, count: source.views }, bidding, decidedAt: clock.ago(posted - decided) };
}
