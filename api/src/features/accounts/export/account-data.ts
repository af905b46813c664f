import { SOCIAL_TYPES } from '@solvent/contracts';
import { json, userSchema } from '@solvent/contracts/schemas';
import { desc, eq } from 'drizzle-orm';
import { presentUser } from '../auth/users.ts';
import { knownDevices, personBlocks, sessions, socialIdentities, users } from '../../../schema/index.ts';
import { defineExporter, namedSchema, personColumns, toIsoDates } from './exporter.ts';

const session = {
  _id: json.id,
  userAgent: json.text,
  pushMessages: json.boolean,
  createdAt: json.time,
  lastUsedAt: json.time,
  expiresAt: json.time,
};
const linked = { type: json.oneOf(SOCIAL_TYPES), account: json.textOrNull, since: json.time };

/** No password, token or key in any form. */
export const exporter = defineExporter({
  fields: {
    profile: userSchema,
    signInMethods: json.object({ password: json.boolean, linked: json.list(json.object(linked)) }),
    sessions: json.list(json.object(session)),
    devices: json.list(json.object({ knownSince: json.time, lastSignIn: json.time })),
    blockedPeople: json.list(json.object({ person: namedSchema, createdAt: json.time })),
  },
  async collect(tx, user) {
    const { type, account, createdAt: since } = socialIdentities;
    const identities = await tx
      .select({ type, account, since })
      .from(socialIdentities)
      .where(eq(socialIdentities.userId, user.id));
    const ownSessions = await tx.select().from(sessions).where(eq(sessions.userId, user.id)).orderBy(desc(sessions.lastUsedAt));
    const { createdAt: knownSince, lastUsedAt: lastSignIn } = knownDevices;
    const devices = await tx
      .select({ knownSince, lastSignIn })
      .from(knownDevices)
      .where(eq(knownDevices.userId, user.id))
      .orderBy(desc(lastSignIn));
    const blocked = await tx
      .select({ person: personColumns, createdAt: personBlocks.createdAt })
      .from(personBlocks)
      .innerJoin(users, eq(users.id, personBlocks.blockedId))
      .where(eq(personBlocks.blockerId, user.id))
      .orderBy(desc(personBlocks.createdAt));
    return {
      profile: presentUser(user),
      signInMethods: { password: user.passwordHash !== null, linked: identities.map(toIsoDates) },
      sessions: ownSessions.map(({ id, userAgent, deviceToken, createdAt, lastUsedAt, expiresAt }) =>
        toIsoDates({ _id: id, userAgent, pushMessages: deviceToken !== null, createdAt, lastUsedAt, expiresAt }),
      ),
      devices: devices.map(toIsoDates),
      blockedPeople: blocked.map(toIsoDates),
    };
  },
});
