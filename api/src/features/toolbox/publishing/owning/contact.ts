import { eq } from 'drizzle-orm';
import type { Db } from '../../../../platform/db/connect.ts';
import { users } from '../../../accounts/schema/users.ts';

/** Whether somebody's modules show their e-mail address (spec 2, "Contact Author"): off until they turn it on. */
export async function showsEmail(db: Db, userId: string): Promise<boolean> {
  const [row] = await db.select({ shown: users.showsEmail }).from(users).where(eq(users.id, userId));
  return row?.shown ?? false;
}

/** Shows or hides the address on all of somebody's modules. */
export async function changeContact(db: Db, userId: string, shown: boolean): Promise<void> {
  await db.update(users).set({ showsEmail: shown }).where(eq(users.id, userId));
}
