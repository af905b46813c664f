import { DrizzleQueryError } from 'drizzle-orm';
import type { Message } from '@solvent/contracts';
import { messageStored } from '../message-events.ts';
import { presentMessage } from '../present-message.ts';
import type { LinkTo } from '../present-message.ts';
import { readTalks } from '../read-messages.ts';
import type { Deps } from '../../../deps.ts';
import { mayBeDone } from '../../../platform/errors/database-gone.ts';
import { errorCode } from '../../../platform/errors/error-code.ts';
import { pushed } from '../../notifications/notify.ts';
import { presentNotification } from '../../notifications/presenter.ts';
import type { ReceivedMessage } from '../receive/types.ts';
import { sentBefore } from './sent-before.ts';
import { storeMessage } from './store-message.ts';
import type { NewMessage, StoredMessage } from './store-message.ts';

/** What sending needs besides the rest. */
export interface SendDeps extends Deps {
  linkTo: LinkTo;
}

/** What became of a message: it is new, or it is the one that was sent before. */
export interface SentMessage {
  message: Message;
  isNew: boolean;
}

/** PostgreSQL's word for a row that a unique index refuses. */
const UNIQUE_VIOLATION = '23505';

const isSentBefore = (error: unknown) => error instanceof DrizzleQueryError && errorCode(error.cause) === UNIQUE_VIOLATION;

function deliver({ outbox, linkTo }: SendDeps, { sender }: NewMessage, stored: StoredMessage): Message {
  // Nobody has read it yet.
  const message = presentMessage(stored, [{ ...sender, readSeq: 0 }], linkTo);
  const { otherId, problemId, eventId, pushId } = stored;
  const notification = presentNotification({ notification: stored.notification, actorName: sender.name });
  outbox.deliverStored(messageStored, eventId, { message, otherId, problemId, notification });
  outbox.deliverStored(pushed, pushId, { userId: otherId, notification });
  return message;
}

async function answerFirst({ db, linkTo }: SendDeps, sent: NewMessage): Promise<Message> {
  const first = await sentBefore(db, sent);
  const talk = (await readTalks(db, [first.message.conversationId])).get(first.message.conversationId);
  return presentMessage(first, talk?.talkers ?? [], linkTo);
}

/** Undefined where it was sent before, or may not be sent. Deletes the bytes of files where it is certain that no row names them. */
async function storeOrDiscard(
  { db, outbox }: SendDeps,
  sent: NewMessage,
  discard: ReceivedMessage['discard'],
): Promise<StoredMessage | undefined> {
  let stored: StoredMessage | undefined;
  try {
    stored = await storeMessage(db, sent, outbox.delivers(pushed));
  } catch (error) {
    if (!mayBeDone(error)) await discard();
    if (isSentBefore(error)) return undefined;
    throw error;
  }
  if (stored === undefined) await discard();
  return stored;
}

/**
 * Sends a message: stored once whoever sends it how often, then said to both (api "Delivery promise").
 * @throws AppError `not_found` for a conversation of others; `conflict` where the `clientId` stands for another message, or the
 *   other one's account is gone
 */
export async function sendMessage(deps: SendDeps, sent: NewMessage, discard: ReceivedMessage['discard']): Promise<SentMessage> {
  const stored = await storeOrDiscard(deps, sent, discard);
  if (stored !== undefined) return { message: deliver(deps, sent, stored), isNew: true };
  return { message: await answerFirst(deps, sent), isNew: false };
}
