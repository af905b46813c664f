import { savePaymentDetailsRules } from '@solvent/contracts/rules/actions';
import { paymentDetailsResponse } from '@solvent/contracts/schemas';
import type { PaymentDetails, SavePaymentDetailsBody } from '@solvent/contracts';
import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import { lockUser, reauthenticate, requireCaller } from '../../accounts/index.ts';
import type { SignedInCaller } from '../../accounts/index.ts';
import { notify } from '../../notifications/index.ts';
import type { Deps } from '../deps.ts';
import { AGREEMENT_TEXTS } from '../texts.ts';
import { addAgreementChanged, notifyOther, selectLocked, toOwnAgreement } from './locking.ts';
import { agreements, paymentDetails } from '../../../schema/index.ts';
import type { PaymentDetailsRow } from '../../../schema/index.ts';
import type { Executor } from '../../../platform/db/connect.ts';
import { notFound, unauthenticated } from '../../../platform/errors/app-error.ts';
import type { Feature } from '../../../platform/http/app.ts';
import { idParams } from '../../../platform/http/params.ts';

/** Running: from the acceptance until the payment has arrived, or the agreement ended (product 4.33). */
const isRunning = or(
  inArray(agreements.status, ['accepted', 'delivered']),
  and(eq(agreements.status, 'solved'), isNull(agreements.receivedAt)),
);

const present = (row: PaymentDetailsRow | null = null): PaymentDetails | null =>
  row && { text: row.text, iban: row.iban, link: row.link, updatedAt: row.updatedAt.toISOString() };

async function readDetails(db: Executor, userId: string): Promise<PaymentDetails | null> {
  const [row] = await db.select().from(paymentDetails).where(eq(paymentDetails.userId, userId));
  return present(row);
}

/** Null unless the agreement is running. @throws AppError `not_found` for all but its seeker */
async function readOfAgreement(db: Executor, id: string, callerId: string): Promise<PaymentDetails | null> {
  const [found] = await db
    .select({ details: paymentDetails })
    .from(agreements)
    .leftJoin(paymentDetails, and(eq(paymentDetails.userId, agreements.solverId), isRunning))
    .where(and(eq(agreements.id, id), eq(agreements.seekerId, callerId)));
  if (found === undefined) throw notFound('This agreement');
  return present(found.details);
}

/** Empty details are deleted. Notifies the owner and the seekers of running agreements, without the details. */
async function saveDetails(deps: Deps, { user, sessionId }: SignedInCaller, body: SavePaymentDetailsBody & { ip: string }) {
  const { text = '', iban = '', link = '' } = body;
  const useOwnProof = await reauthenticate(deps, user, { ...body, sessionId }, 'change how you are paid');
  return deps.transact(async (tx, events) => {
    await useOwnProof(tx);
    if ((await lockUser(tx, user.id))?.passwordHash !== user.passwordHash) throw unauthenticated();
    const row = { userId: user.id, text, iban, link, updatedAt: new Date() };
    if (text || iban || link)
      await tx.insert(paymentDetails).values(row).onConflictDoUpdate({ target: paymentDetails.userId, set: row });
    else await tx.delete(paymentDetails).where(eq(paymentDetails.userId, user.id));
    const running = await selectLocked(tx, and(eq(agreements.solverId, user.id), isRunning));
    for (const locked of running.toSorted((one, other) => (one.problem.id < other.problem.id ? -1 : 1))) {
      await notifyOther(tx, events, toOwnAgreement(locked, user.id), AGREEMENT_TEXTS.paymentDetailsChanged(locked.problem.title));
      addAgreementChanged(events, locked);
    }
    await notify(tx, events, { ...AGREEMENT_TEXTS.ownPaymentDetailsChanged(), userId: user.id, actor: null });
    return readDetails(tx, user.id);
  });
}

/** How a solver wants to be paid. Other responses, logs and notifications never contain it. */
export const paymentDetailsFeature: Feature<Deps> = (app, deps) => {
  const access = 'signed-in';
  const schema = { tags: ['agreements'], response: { 200: paymentDetailsResponse } };
  app.get('/payment-details', { config: { access }, schema }, async (request) => ({
    details: await readDetails(deps.db, requireCaller(request).user.id),
  }));
  app.put(
    '/payment-details',
    { config: { access, limit: 'password' }, schema: { ...schema, body: savePaymentDetailsRules } },
    async (request) => ({ details: await saveDetails(deps, requireCaller(request), { ...request.body, ip: request.ip }) }),
  );
  app.get(
    '/agreements/:id/payment-details',
    { config: { access }, schema: { ...schema, params: idParams } },
    async (request) => ({
      details: await readOfAgreement(deps.db, request.params.id, requireCaller(request).user.id),
    }),
  );
};
