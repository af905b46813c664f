import { json } from '@solvent/contracts/schemas';
import { desc } from 'drizzle-orm';
import { defineExporter, isTypedAddress, toIsoDates } from '../accounts/index.ts';
import type { AccountDeletionHook } from '../accounts/index.ts';
import { contactMessages } from '../../schema/index.ts';

const contactMessage = {
  reference: json.text,
  name: json.text,
  email: json.text,
  subject: json.text,
  message: json.text,
  createdAt: json.time,
};

export const exporter = defineExporter({
  fields: { contactMessages: json.list(json.object(contactMessage)) },
  async collect(tx, { email: ownEmail }) {
    const { reference, name, email, subject, message, createdAt } = contactMessages;
    const own = await tx
      .select({ reference, name, email, subject, message, createdAt })
      .from(contactMessages)
      .where(isTypedAddress(email, ownEmail))
      .orderBy(desc(createdAt));
    return { contactMessages: own.map(toIsoDates) };
  },
});

export const accountDeletion: AccountDeletionHook = {
  async erase(tx, { email }) {
    await tx.delete(contactMessages).where(isTypedAddress(contactMessages.email, email));
  },
};
