import type { Message } from '@solvent/contracts';

/** So many are kept for each conversation: what is let go is asked for again, since the gap before the latest one stays. */
const MOST = 200;

/** Messages that came before those that belong in front of them, or before their log. */
export class HeldMessages {
  readonly #held = new Map<string, readonly Message[]>();

  of(conversationId: string): readonly Message[] {
    return this.#held.get(conversationId) ?? [];
  }

  /** `seq` of the latest one; 0: none is held. */
  latest(conversationId: string): number {
    return Math.max(0, ...this.of(conversationId).map(({ seq }) => seq));
  }

  /** Holds these and no others. */
  set(conversationId: string, messages: readonly Message[]): void {
    if (messages.length === 0) this.#held.delete(conversationId);
    else this.#held.set(conversationId, messages.slice(-MOST));
  }

  /** Holds one more. */
  add(message: Message): void {
    const others = this.of(message.conversationId).filter(({ seq }) => seq !== message.seq);
    this.set(
      message.conversationId,
      [...others, message].toSorted((one, other) => one.seq - other.seq),
    );
  }
}
