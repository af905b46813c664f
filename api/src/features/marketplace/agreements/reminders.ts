import { AGREEMENT } from '@solvent/contracts';
import { and, asc, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { holdAgreement, notifyParty } from './locking.ts';
import type { LockedAgreement } from './locking.ts';
import { agreements } from './schema.ts';
import { AGREEMENT_TEXTS } from './texts.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';
import { DAY_MS } from '../../../platform/durations.ts';

/** So many are reminded in one go; others an hour later. */
const TOGETHER = 500;

type Reminding = Pick<Deps, 'db' | 'transact'>;

/** What somebody is reminded of: who has not done it, and how that they were is remembered. */
interface Reminder {
  due: (before: Date) => SQL | undefined;
  reminded: 'payerRemindedAt' | 'payeeRemindedAt';
  tell: (tx: Tx, events: Events, held: LockedAgreement) => Promise<void>;
}

const isSolved = eq(agreements.status, 'solved');

const REMINDERS: Reminder[] = [
  {
    due: (before) =>
      and(isSolved, lt(agreements.solvedAt, before), isNull(agreements.paidAt), isNull(agreements.payerRemindedAt)),
    reminded: 'payerRemindedAt',
    tell: (tx, events, held) => {
      const words = AGREEMENT_TEXTS.unpaid(held.problem.title, held.agreement.amount);
      return notifyParty(tx, events, held, held.seeker, null, words);
    },
  },
  {
    due: (before) =>
      and(
        isSolved,
        isNotNull(agreements.paidAt),
        lt(agreements.paidAt, before),
        isNull(agreements.receivedAt),
        isNull(agreements.payeeRemindedAt),
      ),
    reminded: 'payeeRemindedAt',
    tell: (tx, events, held) => {
      const words = AGREEMENT_TEXTS.unreceived(held.problem.title, held.agreement.amount);
      return notifyParty(tx, events, held, held.solver, null, words);
    },
  },
];

/** Once, whichever servers look at the same moment, and not where it was said meanwhile. */
function remind({ transact }: Reminding, reminder: Reminder, id: string, now: Date, before: Date): Promise<void> {
  return transact(async (tx, events) => {
    const held = await holdAgreement(tx, id);
    const due = await tx
      .update(agreements)
      .set({ [reminder.reminded]: now })
      .where(and(eq(agreements.id, id), reminder.due(before)))
      .returning({ id: agreements.id });
    if (held !== undefined && due.length > 0) await reminder.tell(tx, events, held);
  });
}

/** Reminds, once each, seekers who have not said that they paid, and solvers who have not said that it came, a week after it could be said. */
export async function remindOfPayments(deps: Reminding, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - AGREEMENT.reminderDays * DAY_MS);
  for (const reminder of REMINDERS) {
    const found = await deps.db
      .select({ id: agreements.id })
      .from(agreements)
      .where(reminder.due(before))
      .orderBy(asc(agreements.id))
      .limit(TOGETHER);
    for (const { id } of found) await remind(deps, reminder, id, now, before);
  }
}
