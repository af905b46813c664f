import type { Category } from '@solvent/contracts';
import type { bids } from '../../../../api/src/schema/index.ts';
import type { DemoData, DemoProblem } from '../data.ts';
import { createIdAt } from './clock.ts';
import type { ProblemRows } from './problems.ts';

type BidInsert = typeof bids.$inferInsert & { createdAt: Date };

/** A bid, and the keys of its problem and solver. */
export interface BidRows {
  problem: string;
  solver: string;
  row: BidInsert;
}

type BidTexts = Pick<DemoData, 'bids' | 'solvers'>;

/** Returns a hash, so that bids differ from each other but are the same after each seeding. */
function hashText(text: string): number {
  let sum = 0;
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return sum;
}

const pick = (list: readonly string[], number: number): string => list[number % list.length] ?? '';

function buildMessage(
  { bids: { approaches }, solvers }: BidTexts,
  category: Category,
  problem: string,
  solver: string,
  index: number,
) {
  const voice = solvers[solver]?.voice ?? { openings: [''], closings: [''] };
  const approach = pick(approaches[category], hashText(problem) + index);
  const closing = pick(voice.closings, hashText(`${solver}${problem}`));
  return `${pick(voice.openings, hashText(`${problem}${solver}`))} ${approach}\n\n${closing}`;
}

/** Returns an amount from 80 % to 110 % of the budget, rounded as people would. */
function getAmount(budget: number, number: number): number {
  const step = budget < 100 ? 5 : budget < 1000 ? 10 : 100;
  return Math.max(step, Math.round((budget * (80 + (number % 7) * 5)) / 100 / step) * step);
}

/** Returns about a day for each $120, from two days to three months. */
function getDays(budget: number, number: number): number {
  return Math.min(90, Math.max(2, Math.round(budget / 120) + (number % 4)));
}

function buildOffer(texts: BidTexts, { key, category, budget }: DemoProblem, solver: string, index: number) {
  const number = hashText(`${key}/${solver}`);
  const own = texts.bids.ownWords[key]?.[solver];
  return (
    own ?? {
      amount: getAmount(budget, number),
      estimatedDays: getDays(budget, number),
      message: buildMessage(texts, category, key, solver, index),
    }
  );
}

function getStatus({ accepted, withdrawn = [] }: DemoProblem, solver: string): BidInsert['status'] {
  if (withdrawn.includes(solver)) return 'withdrawn';
  if (accepted === undefined) return 'pending';
  return accepted === solver ? 'accepted' : 'rejected';
}

/** Builds the bids on a problem, spread over its bidding period. */
export function buildBids(
  { source, row, bidding, decidedAt }: ProblemRows,
  texts: BidTexts,
  getId: (person: string) => string,
): BidRows[] {
  return source.bids.map((solver, index) => {
    const createdAt = new Date(row.createdAt.getTime() + (bidding * (index + 0.6)) / source.bids.length);
    const status = getStatus(source, solver);
    const updatedAt = status === 'accepted' || status === 'rejected' ? decidedAt : createdAt;
    const offer = buildOffer(texts, source, solver, index);
    const stored = {
      id: createIdAt(createdAt),
      problemId: row.id,
      solverId: getId(solver),
      ...offer,
      status,
      createdAt,
      updatedAt,
    };
    return { problem: source.key, solver, row: stored };
  });
}
