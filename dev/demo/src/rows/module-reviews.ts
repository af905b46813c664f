import { createHash } from 'node:crypto';
import { EXTENDED_LICENSE_FACTOR } from '@solvent/contracts';
import type { moduleDownloads, modulePurchases, moduleReviews } from '../../../../api/src/schema/index.ts';
import { testPayments } from '../../../../api/src/platform/payments/payments.ts';
import type { DemoModule, DemoModuleReview } from '../data.ts';
import { days, idAt } from './clock.ts';
import type { Clock } from './clock.ts';

/** Traces of users at a module: reviewers have bought it. */
export interface ModuleTraces {
  reviews: (typeof moduleReviews.$inferInsert)[];
  purchases: (typeof modulePurchases.$inferInsert)[];
  downloads: (typeof moduleDownloads.$inferInsert)[];
}

/** So long before they wrote of it, people took a module. */
const TRIED = days(2);

interface Taker {
  moduleId: string;
  userId: string;
  takenAt: Date;
  /** The latest one then. */
  version: string;
}

/** Which version of a module was the latest at some time. */
function versionAt({ version, earlier = [], updated }: DemoModule, time: Date, clock: Clock): string {
  return time < clock.ago(updated) ? (earlier.at(-1)?.version ?? version) : version;
}

async function purchase(
  { moduleId, userId, takenAt, version }: Taker,
  { title, priceCents: cents }: DemoModule,
  extended: boolean,
) {
  const priceCents = extended ? cents * EXTENDED_LICENSE_FACTOR : cents;
  const { name } = await testPayments.pay({ key: `${moduleId} ${userId}`, cents: priceCents, subject: 'Demo data' });
  const license = extended ? ('extended' as const) : ('standard' as const);
  const { testMode } = testPayments;
  return {
    id: idAt(takenAt),
    moduleId,
    userId,
    license,
    title,
    version,
    priceCents,
    payment: name,
    testMode,
    createdAt: takenAt,
  };
}

const download = ({ moduleId, userId, takenAt, version }: Taker) => ({
  moduleId,
  userId,
  version,
  who: createHash('sha256').update(userId).digest('hex'),
  day: takenAt.toISOString().slice(0, 10),
});

function review({ moduleId, userId }: Taker, { rating, text, age, answer }: DemoModuleReview, clock: Clock) {
  const createdAt = clock.ago(age);
  const answered = answer && { answer: answer.text, answeredAt: new Date(createdAt.getTime() + answer.after) };
  return { id: idAt(createdAt), moduleId, userId, rating, text, ...answered, createdAt, updatedAt: createdAt };
}

/** Rows of a module's reviews and of their authors' purchases and downloads. */
export async function buildTraces(
  module: DemoModule,
  moduleId: string,
  reviews: DemoModuleReview[],
  getId: (person: string) => string,
  clock: Clock,
): Promise<ModuleTraces> {
  const people = reviews.map((words) => {
    const takenAt = clock.ago(words.age + TRIED);
    const taker: Taker = { moduleId, userId: getId(words.by), takenAt, version: versionAt(module, takenAt, clock) };
    return { words, taker };
  });
  const paid = module.priceCents > 0;
  return {
    reviews: people.map(({ words, taker }) => review(taker, words, clock)),
    purchases: paid ? await Promise.all(people.map(({ words, taker }) => purchase(taker, module, words.extended ?? false))) : [],
    downloads: people.map(({ taker }) => download(taker)),
  };
}
