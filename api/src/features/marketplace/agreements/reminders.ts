import { AGREEMENT } from '@solvent/contracts';
import { and, asc, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { lockAgreement, notifyParty } from './locking.ts';
import type { Side } from './locking.ts';
import { agreements } from '../../../schema/index.ts';
import { AGREEMENT_TEXTS } from './texts.ts';
import type { NotificationContent } from '../texts.ts';
import { DAY_MS } from '../../../platform/durations.ts';

/** Remaining reminders follow an hour later. */
const BATCH_SIZE = 500;

interface Reminder {
  isDue: (before: Date) => SQL | undefined;
  sentColumn: 'payerRemindedAt' | 'payeeRemindedAt';
  side: Side;
  content: (title: string, amount: number) => NotificationContent;
}

const isSolved = eq(agreements.status, 'solved');

const REMINDERS: Reminder[] = [
  {
    isDue: (before) =>
      and(isSolved, lt(agreements.solvedAt, before), isNull(agreements.paidAt), isNull(agreements.payerRemindedAt)),
    sentColumn: 'payerRemindedAt',
    side: 'seeker',
    content: AGREEMENT_TEXTS.unpaid,
  },
  {
    isDue: (before) =>
      and(
        isSolved,
        isNotNull(agreements.paidAt),
        lt(agreements.paidAt, before),
        isNull(agreements.receivedAt),
        isNull(agreements.payeeRemindedAt),
      ),
    sentColumn: 'payeeRemindedAt',
    side: 'solver',
    content: AGREEMENT_TEXTS.unreceived,
  },
];

/** Sends a reminder once across servers, if it is still due. */
function remind({ transact }: Pick<Deps, 'transact'>, reminder: Reminder, id: string, now: Date, before: Date): Promise<void> {
  return transact(async (tx, events) => {
    const locked = await lockAgreement(tx, id);
    const due = await tx
      .update(agreements)
      .set({ [reminder.sentColumn]: now })
      .where(and(eq(agreements.id, id), reminder.isDue(before)))
      .returning({ id: agreements.id });
    if (locked === undefined || due.length === 0) return;
    const content = reminder.content(locked.problem.title, locked.agreement.amount);
    await notifyParty(tx, events, locked, locked[reminder.side], null, content);
  });
}

/** Reminds seekers to mark the payment, and solvers to confirm it (product 4.22). */
export async function remindOfPayments(deps: Pick<Deps, 'db' | 'transact'>): Promise<void> {
  const now = new Date();
  const before = new Date(now.getTime() - AGREEMENT.reminderDays * DAY_MS);
  for (const reminder of REMINDERS) {
    const found = await deps.db
      .select({ id: agreements.id })
      .from(agreements)
      .where(reminder.isDue(before))
      .orderBy(asc(agreements.id))
      .limit(BATCH_SIZE);
    for (const { id } of found) await remind(deps, reminder, id, now, before);
  }
}
