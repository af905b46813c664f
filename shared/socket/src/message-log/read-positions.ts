import type { Message } from '@solvent/contracts';

/** How far people have read, as far as it was heard: it may be said before the messages come. */
export class ReadPositions {
  readonly #positions = new Map<string, Map<string, number>>();

  /** @returns whether it is further than what was known */
  note({ conversationId, userId, seq }: { conversationId: string; userId: string; seq: number }): boolean {
    const positions = this.#positions.get(conversationId) ?? new Map<string, number>();
    if ((positions.get(userId) ?? 0) >= seq) return false;
    positions.set(userId, seq);
    this.#positions.set(conversationId, positions);
    return true;
  }

  /** The message with those who have read it by now. */
  mark(message: Message): Message {
    const added: string[] = [];
    for (const [userId, seq] of this.#positions.get(message.conversationId) ?? []) {
      if (seq >= message.seq && userId !== message.sender._id && !message.readBy.includes(userId)) added.push(userId);
    }
    return added.length > 0 ? { ...message, readBy: [...message.readBy, ...added] } : message;
  }
}
