import { CATEGORY_VALUES } from '@solvent/contracts';
import type { ProblemStatus } from '@solvent/contracts';
import { summarize } from '@solvent/contracts/rules';
import type { agreements, bids, problems } from '../../../api/src/schema/index.ts';
import type { DemoData, Vocabulary } from './data.ts';
import { daysInMs, hoursInMs, createIdAt } from './rows/clock.ts';

type ProblemInsert = typeof problems.$inferInsert & { id: string; createdAt: Date };
type BidInsert = typeof bids.$inferInsert & { id: string };
type AgreementInsert = typeof agreements.$inferInsert;

/** Returns a pseudo-random number generator that is deterministic per seed: a linear congruential generator. */
function createRandom(start: number): (sides: number) => number {
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

/** Returns some hundred dollars for most problems, and thousands for a quarter of them. */
const createBudget = (roll: (sides: number) => number): number => (roll(4) === 0 ? 1000 + roll(90) * 100 : 20 + roll(196) * 5);

/** Users and text fragments for generated problems and bids. */
export interface GeneratorInput {
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

/** Generates the problem with this number. `count` problems are spread over the year before `now`. */
export function generateProblem(number: number, count: number, { seekers, words }: GeneratorInput, now: Date): ProblemInsert {
  const roll = createRandom(number + 1);
  const category = pick(CATEGORY_VALUES, roll);
  const technologies = words.technologies[category];
  const createdAt = new Date(now.getTime() - hoursInMs(1) - Math.floor((daysInMs(365) * number) / count));
  const body = createText(words, number, roll);
  const status = pick(STATUSES, roll);
  return {
    id: createIdAt(createdAt),
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

/** Generates the agreement of an accepted bid. It is paid if the problem is solved. */
export function generateAgreement(problem: ProblemInsert, bid: BidInsert): AgreementInsert {
  const { createdAt: acceptedAt } = bid;
  const dueAt = new Date(acceptedAt.getTime() + daysInMs(bid.estimatedDays));
  const people = { seekerId: problem.userId, solverId: bid.solverId };
  const terms = { problemId: problem.id, bidId: bid.id, ...people, amount: bid.amount, dueAt, acceptedAt };
  const paidTimes = { solvedAt: acceptedAt, paidAt: acceptedAt, receivedAt: acceptedAt };
  return problem.status === 'solved' ? { ...terms, status: 'solved', ...paidTimes } : { ...terms, status: 'accepted' };
}

/** Generates up to four bids, and at least one if the status of the problem requires an accepted bid. */
export function generateBids(number: number, problem: ProblemInsert, { solvers, approaches }: GeneratorInput): BidInsert[] {
  const roll = createRandom(number + 7);
  const hasAcceptedBid = problem.status === 'in-progress' || problem.status === 'solved';
  const first = roll(solvers.length);
  const bidders =
    solvers.length === 0
      ? []
      : Array.from(
          { length: Math.max(hasAcceptedBid ? 1 : 0, roll(5)) },
          (_, index) => solvers[(first + index) % solvers.length],
        );
  return [...new Set(bidders)].map((solverId = '', index) => {
    const createdAt = new Date(problem.createdAt.getTime() + (index + 1) * 600_000);
    return {
      id: createIdAt(createdAt),
      problemId: problem.id,
      solverId,
      amount: Math.max(5, Math.round((problem.budget * (85 + roll(5) * 5)) / 100)),
      message: pick(approaches[problem.category], roll),
      estimatedDays: 1 + roll(30),
      status: !hasAcceptedBid ? 'pending' : index === 0 ? 'accepted' : 'rejected',
      createdAt,
      updatedAt: createdAt,
    };
  });
}
