import { and, eq } from 'drizzle-orm';
import type { Db } from '../../../platform/db/connect.ts';
import { messageFiles, messages, participants } from '../../messaging/schema.ts';
import { files } from '../schema/files.ts';
import type { FileRow } from '../schema/files.ts';

/** A stored file, by its id. */
export async function findFile(db: Db, id: string): Promise<FileRow | undefined> {
  const [file] = await db.select().from(files).where(eq(files.id, id));
  return file;
}

/** Whether somebody takes part in the conversation whose message brought this file (api "Who may do what"). */
export async function takesPartIn(db: Db, fileId: string, userId: string): Promise<boolean> {
  const found = await db
    .select({ id: messages.id })
    .from(messageFiles)
    .innerJoin(messages, eq(messages.id, messageFiles.messageId))
    .innerJoin(participants, eq(participants.conversationId, messages.conversationId))
    .where(and(eq(messageFiles.fileId, fileId), eq(participants.userId, userId)));
  return found.length > 0;
}
