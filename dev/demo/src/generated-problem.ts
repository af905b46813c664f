import { CATEGORY_VALUES } from '@solvent/contracts';
import type { ProblemStatus } from '@solvent/contracts';
import { summarize } from '@solvent/contracts/rules';
import type { agreements, bids, problems } from '../../../api/src/schema/index.ts';
import type { DemoData, Vocabulary } from './data.ts';
import { days, hours, idAt } from './rows/clock.ts';

type ProblemInsert = typeof problems.$inferInsert & { id: string; createdAt: Date };
type BidInsert = typeof bids.$inferInsert & { id: string };
type AgreementInsert = typeof agreements.$inferInsert;

/** Numbers that look like chance and are the same each time: a linear congruential generator. */
function dice(start: number): (sides: number) => number {
  let state = (start * 2_654_435_761) >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

function pick<Item>(list: readonly Item[], roll: (sides: number) => number): Item {
  const item = list[roll(list.length)];
  if (item === undefined) throw new Error('There is nothing to pick from');
  return item;
}

const STATUSES: ProblemStatus[] = ['open', 'open', 'open', 'open', 'open', 'open', 'open', 'in-progress', 'solved', 'closed'];

/** Most problems cost some hundred dollars, a few cost thousands. */
const createBudget = (roll: (sides: number) => number): number => (roll(4) === 0 ? 1000 + roll(90) * 100 : 20 + roll(196) * 5);

/** People whose ids generated rows carry, and what these are made of. */
export interface Cast {
  seekers: string[];
  solvers: string[];
  words: Vocabulary;
  approaches: DemoData['bids']['approaches'];
}

function createText({ backgrounds, findings, wishes }: Vocabulary, number: number, roll: (sides: number) => number): string {
  const reference = `Our own ticket for this is SV-${String(number).padStart(6, '0')}.`;
  const list = ['it works for the cases above', 'there is a test', 'the reason is written down']
    .map((line) => `- ${line}`)
    .join('\n');
  return `${pick(backgrounds, roll)} ${pick(findings, roll)}\n\n${pick(wishes, roll)} ${pick(wishes, roll)}\n\n**Done when**\n\n${list}\n\n${reference}`;
}

/** The problem with this number, out of `count` that are spread over the year before `now`. */
export function generatedProblem(number: number, count: number, { seekers, words }: Cast, now: Date): ProblemInsert {
  const roll = dice(number + 1);
  const category = pick(CATEGORY_VALUES, roll);
  const technologies = words.technologies[category];
  const createdAt = new Date(now.getTime() - hours(1) - Math.floor((days(365) * number) / count));
  const body = createText(words, number, roll);
  const status = pick(STATUSES, roll);
  return {
    id: idAt(createdAt),
    userId: pick(seekers, roll),
    title: `${pick(words.things[category], roll)} ${pick(words.troubles, roll)}`,
    body,
    description: summarize(body),
    category,
    tags: [...new Set([pick(technologies, roll), pick(technologies, roll), pick(technologies, roll)])],
    budget: createBudget(roll),
    status,
    createdAt,
    updatedAt: createdAt,
  };
}

/** Agreement of the accepted bid: paid if the problem is solved. */
export function generatedAgreement(problem: ProblemInsert, bid: BidInsert): AgreementInsert {
  const { createdAt: acceptedAt } = bid;
  const dueAt = new Date(acceptedAt.getTime() + days(bid.estimatedDays));
  const people = { seekerId: problem.userId, solverId: bid.solverId };
  const terms = { problemId: problem.id, bidId: bid.id, ...people, amount: bid.amount, dueAt, acceptedAt };
  const over = { solvedAt: acceptedAt, paidAt: acceptedAt, receivedAt: acceptedAt };
  return problem.status === 'solved' ? { ...terms, status: 'solved', ...over } : { ...terms, status: 'accepted' };
}

/** The bids on a generated problem: none to four, and at least one where a bid was taken. */
export function generatedBids(number: number, problem: ProblemInsert, { solvers, approaches }: Cast): BidInsert[] {
  const roll = dice(number + 7);
  const taken = problem.status === 'in-progress' || problem.status === 'solved';
  const first = roll(solvers.length);
  const bidders =
    solvers.length === 0
      ? []
      : Array.from({ length: Math.max(taken ? 1 : 0, roll(5)) }, (_, place) => solvers[(first + place) % solvers.length]);
  return [...new Set(bidders)].map((solverId = '', place) => {
    const createdAt = new Date(problem.createdAt.getTime() + (place + 1) * 600_000);
    return {
      id: idAt(createdAt),
      problemId: problem.id,
      solverId,
      amount: Math.max(5, Math.round((problem.budget * (85 + roll(5) * 5)) / 100)),
      message: pick(approaches[problem.category], roll),
      estimatedDays: 1 + roll(30),
      status: !taken ? 'pending' : place === 0 ? 'accepted' : 'rejected',
      createdAt,
      updatedAt: createdAt,
    };
  });
}
