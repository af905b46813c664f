import type { Category } from '@solvent/contracts';
import type { bids } from '../../../../api/src/schema/index.ts';
import type { DemoData, DemoProblem } from '../data.ts';
import { idAt } from './clock.ts';
import type { StoredProblem } from './problems.ts';

type BidInsert = typeof bids.$inferInsert & { createdAt: Date };

/** A bid ready to be stored, with whose it is. */
export interface StoredBid {
  problem: string;
  solver: string;
  row: BidInsert;
}

/** Context of bids. */
type Words = Pick<DemoData, 'bids' | 'solvers'>;

/** The same text always gives the same number: bids differ from each other, and not from one seeding to the next. */
function countBids(text: string): number {
  let sum = 0;
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return sum;
}

const pick = (list: readonly string[], number: number): string => list[number % list.length] ?? '';

function getMessage(
  { bids: { approaches }, solvers }: Words,
  category: Category,
  problem: string,
  solver: string,
  place: number,
) {
  const voice = solvers[solver]?.voice ?? { openings: [''], closings: [''] };
  const approach = pick(approaches[category], countBids(problem) + place);
  const closing = pick(voice.closings, countBids(`${solver}${problem}`));
  return `${pick(voice.openings, countBids(`${problem}${solver}`))} ${approach}\n\n${closing}`;
}

/** From four fifths of the budget to a little above it, in steps that people would name. */
function getAmount(budget: number, number: number): number {
  const step = budget < 100 ? 5 : budget < 1000 ? 10 : 100;
  return Math.max(step, Math.round((budget * (80 + (number % 7) * 5)) / 100 / step) * step);
}

/** A day for each $120, give and take; between two days and three months. */
function getDays(budget: number, number: number): number {
  return Math.min(90, Math.max(2, Math.round(budget / 120) + (number % 4)));
}

function buildOffer(words: Words, { key, category, budget }: DemoProblem, solver: string, place: number) {
  const number = countBids(`${key}/${solver}`);
  const own = words.bids.ownWords[key]?.[solver];
  return (
    own ?? {
      amount: getAmount(budget, number),
      estimatedDays: getDays(budget, number),
      message: getMessage(words, category, key, solver, place),
    }
  );
}

function outcome({ accepted, withdrawn = [] }: DemoProblem, solver: string): BidInsert['status'] {
  if (withdrawn.includes(solver)) return 'withdrawn';
  if (accepted === undefined) return 'pending';
  return accepted === solver ? 'accepted' : 'rejected';
}

/** The bids on one problem, spread over its time of bidding. */
export function bidsOn(
  { source, row, bidding, decidedAt }: StoredProblem,
  words: Words,
  getId: (person: string) => string,
): StoredBid[] {
  return source.bids.map((solver, place) => {
    const createdAt = new Date(row.createdAt.getTime() + (bidding * (place + 0.6)) / source.bids.length);
    const status = outcome(source, solver);
    const updatedAt = status === 'accepted' || status === 'rejected' ? decidedAt : createdAt;
    const offer = buildOffer(words, source, solver, place);
    const stored = { id: idAt(createdAt), problemId: row.id, solverId: getId(solver), ...offer, status, createdAt, updatedAt };
    return { problem: source.key, solver, row: stored };
  });
}
