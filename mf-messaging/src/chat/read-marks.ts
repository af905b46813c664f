import type { ReadAnswer } from '@solvent/contracts';
import { http } from '@solvent/http';
import type { QueryClient } from '@solvent/http';
import { cachedConversation, setConversation } from './cached-conversations.ts';
import { readSeqOf, withReadTakenBack } from './conversation-changes.ts';
import { receiveRead } from './live-conversations.ts';
import { refreshConversations } from './refresh-conversations.ts';

async function putRead(conversationId: string, seq: number): Promise<number> {
  const { data } = await http.put<ReadAnswer>(`/chat/conversations/${encodeURIComponent(conversationId)}/read`, { seq });
  return data.readSeq;
}

/** Says up to where the person has read: one request at a time for each conversation, and forwards only. */
export class ReadMarks {
  /** The furthest position that is wanted, of each conversation whose request is under way. */
  readonly #wanted = new Map<string, number>();

  constructor(
    private readonly client: QueryClient,
    private readonly userId: string,
  ) {}

  /** Marks as read up to `seq`: on the screen at once, and back where the server did not take it. Never rejects. */
  async mark(conversationId: string, seq: number): Promise<void> {
    const underWay = this.#wanted.get(conversationId);
    if (underWay !== undefined) return void this.#wanted.set(conversationId, Math.max(underWay, seq));
    this.#wanted.set(conversationId, seq);
    try {
      await this.#markAll(conversationId);
    } finally {
      this.#wanted.delete(conversationId);
    }
  }

  /** Goes on until nothing further is wanted, or the server fails: the next occasion tries again. */
  async #markAll(conversationId: string): Promise<void> {
    for (let done = 0; ;) {
      const seq = this.#wanted.get(conversationId) ?? 0;
      if (seq <= done || seq <= this.#readSeq(conversationId)) return;
      if (!(await this.#markOne(conversationId, seq))) return;
      done = seq;
    }
  }

  async #markOne(conversationId: string, seq: number): Promise<boolean> {
    const { client, userId } = this;
    const before = cachedConversation(client, userId, conversationId);
    receiveRead(client, userId, { conversationId, userId, seq });
    const marked = cachedConversation(client, userId, conversationId);
    try {
      const readSeq = await putRead(conversationId, seq);
      receiveRead(client, userId, { conversationId, userId, seq: readSeq });
      return true;
    } catch {
      if (!before || !marked) return false;
      setConversation(client, userId, conversationId, (now) => withReadTakenBack(now, userId, before, marked));
      // An answer that was under way had the mark put over it.
      refreshConversations(client, userId);
      return false;
    }
  }

  #readSeq(conversationId: string): number {
    const known = cachedConversation(this.client, this.userId, conversationId);
    return known ? readSeqOf(known, this.userId) : 0;
  }
}
