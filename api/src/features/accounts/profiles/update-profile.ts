import type { UpdateProfileBody } from '@solvent/contracts';
import { eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from '../../../deps.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { users } from '../schema/users.ts';
import type { UserRow } from '../schema/users.ts';
import { invalid, notFound } from '../../../platform/errors/app-error.ts';
import { forgetUnusedAvatars, ownsAvatar } from '../../files/avatars.ts';

/** The person, whom nobody else changes until the transaction ends: their role and picture are what is checked against. */
async function holdPerson(tx: Tx, id: string): Promise<UserRow> {
  const [person] = await tx.select().from(users).where(eq(users.id, id)).for('update');
  if (person === undefined || person.deletedAt !== null) throw notFound('This account');
  return person;
}

async function checkAgainst(tx: Tx, person: UserRow, { expertiseAreas, image }: UpdateProfileBody): Promise<void> {
  if (person.role === 'solver' && expertiseAreas?.length === 0)
    throw invalid({ expertiseAreas: 'Please add at least one area of expertise' });
  if (typeof image !== 'string' || image === person.image) return;
  if (!(await ownsAvatar(tx, person.id, image))) throw invalid({ image: 'Please upload the picture again' });
}

/** Only these: what else a body might hold is not looked at. */
function columnsOf(body: UpdateProfileBody): Partial<UserRow> {
  const { name, headline, bio, location, website, github, expertiseAreas, image } = body;
  const given = { name, headline, bio, location, website, github, expertiseAreas, image };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** @returns the changed person, and the keys of the pictures that are no longer used. */
async function change(tx: Tx, id: string, body: UpdateProfileBody): Promise<{ person: UserRow; unused: string[] }> {
  const before = await holdPerson(tx, id);
  await checkAgainst(tx, before, body);
  const columns = columnsOf(body);
  if (Object.keys(columns).length === 0) return { person: before, unused: [] };
  const [person = before] = await tx.update(users).set(columns).where(eq(users.id, id)).returning();
  const unused = body.image === undefined ? [] : await forgetUnusedAvatars(tx, id, person.image);
  return { person, unused };
}

/**
 * Changes the own profile; what is absent stays. Pictures that are no longer used are deleted; where their bytes cannot be,
 * `log` hears of it, and the change stands.
 * @throws AppError invalid where the body does not fit the person: a solver without areas, somebody else's picture
 */
export async function updateProfile(deps: Deps, log: FastifyBaseLogger, id: string, body: UpdateProfileBody): Promise<UserRow> {
  const { person, unused } = await deps.db.transaction((tx) => change(tx, id, body));
  const lost = (key: string) => (error: unknown) => log.warn({ err: error, key }, 'An unused picture was not deleted');
  await Promise.all(unused.map((key) => deps.files.delete(key).catch(lost(key))));
  return person;
}
