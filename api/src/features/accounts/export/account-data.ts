import { json, userSchema } from '@solvent/contracts/schemas';
import { desc, eq, sql } from 'drizzle-orm';
import { presentUser } from '../auth/users.ts';
import { knownDevices, personBlocks, sessions, socialIdentities, users } from '../../../schema/index.ts';
import { describeColumns, exportFields, exportRows, personColumns, toIsoDates } from './exporter.ts';

const { type, account, createdAt: since } = socialIdentities;
const linkedColumns = { type, account, since };

/** No password, token or key in any form. */
export const exporter = exportFields({
  profile: { schema: userSchema, read: async (_tx, user) => presentUser(user) },
  signInMethods: {
    schema: json.object({ password: json.boolean, linked: json.list(describeColumns(linkedColumns)) }),
    async read(tx, { id, passwordHash }) {
      const linked = await tx.select(linkedColumns).from(socialIdentities).where(eq(socialIdentities.userId, id));
      return { password: passwordHash !== null, linked: linked.map(toIsoDates) };
    },
  },
  sessions: exportRows(
    {
      _id: sessions.id,
      userAgent: sessions.userAgent,
      pushMessages: sql<boolean>`${sessions.deviceToken} IS NOT NULL`,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      expiresAt: sessions.expiresAt,
    },
    (select, { id }) => select.from(sessions).where(eq(sessions.userId, id)).orderBy(desc(sessions.lastUsedAt)),
    { pushMessages: json.boolean },
  ),
  devices: exportRows({ knownSince: knownDevices.createdAt, lastSignIn: knownDevices.lastUsedAt }, (select, { id }) =>
    select.from(knownDevices).where(eq(knownDevices.userId, id)).orderBy(desc(knownDevices.lastUsedAt)),
  ),
  blockedPeople: exportRows({ person: personColumns, createdAt: personBlocks.createdAt }, (select, { id }) =>
    select
      .from(personBlocks)
      .innerJoin(users, eq(users.id, personBlocks.blockedId))
      .where(eq(personBlocks.blockerId, id))
      .orderBy(desc(personBlocks.createdAt)),
  ),
});
