import type { Message } from '@solvent/contracts';
import type { Deps } from '../../../platform/deps.ts';
import { presentMessage } from '../../../platform/conversations/present-message.ts';
import type { LinkTo } from '../../../platform/conversations/present-message.ts';
import { readTalks } from '../../../platform/conversations/read-messages.ts';
import type { SaidMarks } from '../../../platform/conversations/said-marks.ts';
import { sayMessage } from '../../../platform/conversations/say-messages.ts';
import type { ReceivedMessage } from '../receive/types.ts';
import { sentBefore } from './sent-before.ts';
import { NotStored, storeMessage } from './store-message.ts';
import type { NewMessage, StoredMessage } from './store-message.ts';

/** What sending needs besides the rest. */
export interface SendDeps extends Deps {
  linkTo: LinkTo;
  marks: SaidMarks;
}

/** What became of a message: it is new, or it is the one that was sent before. */
export interface SentMessage {
  message: Message;
  isNew: boolean;
}

/** Says it, and then notes so: in between another server would say it. */
function say({ realtime, marks, linkTo }: SendDeps, { sender }: NewMessage, stored: StoredMessage): Message {
  // Nobody has read it yet.
  const message = presentMessage(stored, [{ ...sender, readSeq: 0 }], linkTo);
  const { otherId, problemId, announce } = stored;
  sayMessage(realtime, { message, otherId, problemId });
  announce();
  marks.add(message._id);
  return message;
}

async function answerFirst({ db, linkTo }: SendDeps, sent: NewMessage): Promise<Message> {
  const first = await sentBefore(db, sent);
  const talk = (await readTalks(db, [first.message.conversationId])).get(first.message.conversationId);
  return presentMessage(first, talk?.talkers ?? [], linkTo);
}

/** Deletes the bytes of files where it is certain that no row names them. */
async function storeOrDiscard(deps: SendDeps, sent: NewMessage, discard: ReceivedMessage['discard']): Promise<StoredMessage> {
  let mayBeStored = false;
  try {
    return await deps.db.transaction(async (tx) => {
      const stored = await storeMessage(tx, deps, sent);
      mayBeStored = true;
      return stored;
    });
  } catch (error) {
    // Of a commit whose answer is lost, nobody knows.
    if (!mayBeStored) await discard();
    throw error;
  }
}

/**
 * Sends a message: stored once whoever sends it how often, then said to both (api "Delivery promise").
 * @throws AppError `not_found` for a conversation of others; `conflict` where the `clientId` stands for another message, or the
 *   other one's account is gone
 */
export async function sendMessage(deps: SendDeps, sent: NewMessage, discard: ReceivedMessage['discard']): Promise<SentMessage> {
  try {
    const stored = await storeOrDiscard(deps, sent, discard);
    return { message: say(deps, sent, stored), isNew: true };
  } catch (error) {
    if (!(error instanceof NotStored)) throw error;
    return { message: await answerFirst(deps, sent), isNew: false };
  }
}
