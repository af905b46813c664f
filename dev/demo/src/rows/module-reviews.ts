import { createHash } from 'node:crypto';
import { EXTENDED_LICENSE_FACTOR } from '@solvent/contracts';
import type { moduleDownloads, modulePurchases, moduleReviews } from '../../../../api/src/schema/index.ts';
import { testPayments } from '../../../../api/src/platform/payments/payments.ts';
import type { DemoModule, DemoModuleReview } from '../data.ts';
import { daysInMs, createIdAt } from './clock.ts';
import type { Clock } from './clock.ts';

/** Reviews of a module, and the purchases and downloads of the reviewers. */
export interface ModuleActivity {
  reviews: (typeof moduleReviews.$inferInsert)[];
  purchases: (typeof modulePurchases.$inferInsert)[];
  downloads: (typeof moduleDownloads.$inferInsert)[];
}

/** Time between the acquisition and the review of a module. */
const REVIEW_DELAY_MS = daysInMs(2);

interface Acquisition {
  moduleId: string;
  userId: string;
  acquiredAt: Date;
  /** The latest version at `acquiredAt`. */
  version: string;
}

/** Returns the version that was the latest one at `time`. */
function getVersionAt({ version, earlier = [], updated }: DemoModule, time: Date, clock: Clock): string {
  return time < clock.ago(updated) ? (earlier.at(-1)?.version ?? version) : version;
}

async function buildPurchase(
  { moduleId, userId, acquiredAt, version }: Acquisition,
  { title, priceCents: cents }: DemoModule,
  extended: boolean,
) {
  const priceCents = extended ? cents * EXTENDED_LICENSE_FACTOR : cents;
  const { name } = await testPayments.pay({ key: `${moduleId} ${userId}`, cents: priceCents, subject: 'Demo data' });
  const license = extended ? ('extended' as const) : ('standard' as const);
  const { testMode } = testPayments;
  return {
    id: createIdAt(acquiredAt),
    moduleId,
    userId,
    license,
    title,
    version,
    priceCents,
    payment: name,
    testMode,
    createdAt: acquiredAt,
  };
}

const buildDownload = ({ moduleId, userId, acquiredAt, version }: Acquisition) => ({
  moduleId,
  userId,
  version,
  who: createHash('sha256').update(userId).digest('hex'),
  day: acquiredAt.toISOString().slice(0, 10),
});

function buildReview({ moduleId, userId }: Acquisition, { rating, text, age, answer }: DemoModuleReview, clock: Clock) {
  const createdAt = clock.ago(age);
  const answered = answer && { answer: answer.text, answeredAt: new Date(createdAt.getTime() + answer.after) };
  return { id: createIdAt(createdAt), moduleId, userId, rating, text, ...answered, createdAt, updatedAt: createdAt };
}

/** Builds the reviews of a module, and the purchases and downloads of their authors. */
export async function buildModuleActivity(
  module: DemoModule,
  moduleId: string,
  reviews: DemoModuleReview[],
  getId: (person: string) => string,
  clock: Clock,
): Promise<ModuleActivity> {
  const people = reviews.map((source) => {
    const acquiredAt = clock.ago(source.age + REVIEW_DELAY_MS);
    const acquisition: Acquisition = {
      moduleId,
      userId: getId(source.by),
      acquiredAt,
      version: getVersionAt(module, acquiredAt, clock),
    };
    return { source, acquisition };
  });
  const paid = module.priceCents > 0;
  return {
    reviews: people.map(({ source, acquisition }) => buildReview(acquisition, source, clock)),
    purchases: paid
      ? await Promise.all(people.map(({ source, acquisition }) => buildPurchase(acquisition, module, source.extended ?? false)))
      : [],
    downloads: people.map(({ acquisition }) => buildDownload(acquisition)),
  };
}
