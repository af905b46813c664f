import type { PresenceStore } from '../redis/presence-store.ts';

/** How long somebody without a page still counts as there (ms): a reload takes less. */
export const GRACE = 5000;

/** Whom the people of a process have conversations with. */
export type FindPeers = (userId: string) => Promise<string[]>;

/** What {@link Presence} needs. */
export interface PresenceNeeds {
  findPeers: FindPeers;
  /** Says to one person's pages, wherever they are, that another one came or went. */
  tell: (peerId: string, person: { userId: string; online: boolean }) => void;
  /** Those of other replicas; undefined: there are none. */
  store: PresenceStore | undefined;
}

/** Who has a page open, told to those who share a conversation with them. */
export class Presence {
  readonly #needs: PresenceNeeds;
  /** How many pages of each person are open here; 0 while they may only be loading it again. */
  readonly #pages = new Map<string, number>();
  readonly #leaving = new Map<string, NodeJS.Timeout>();
  /** What is under way for a person: one thing after the other. */
  readonly #turns = new Map<string, Promise<void>>();
  /** Who went while Redis was away: whether they are on another replica is not known yet. */
  readonly #unsure = new Set<string>();

  constructor(needs: PresenceNeeds) {
    this.#needs = needs;
  }

  /** A page of somebody's opened. */
  came(userId: string): void {
    const pages = this.#pages.get(userId);
    this.#pages.set(userId, (pages ?? 0) + 1);
    clearTimeout(this.#leaving.get(userId));
    this.#leaving.delete(userId);
    if (pages === undefined) this.#inTurn(userId, () => this.#sayCame(userId));
  }

  /** A page of somebody's closed. */
  left(userId: string): void {
    const pages = (this.#pages.get(userId) ?? 1) - 1;
    this.#pages.set(userId, pages);
    if (pages > 0) return;
    const leave = () => {
      this.#leaving.delete(userId);
      this.#pages.delete(userId);
      this.#inTurn(userId, () => this.#sayGone(userId));
    };
    this.#leaving.set(userId, setTimeout(leave, GRACE).unref());
  }

  /** Which of these people have a page open: while Redis is away, those of this replica only. */
  async online(userIds: readonly string[]): Promise<Set<string>> {
    const here = userIds.filter((id) => this.#pages.has(id));
    if (here.length === userIds.length) return new Set(here);
    const elsewhere = await this.#needs.store?.online(userIds.filter((id) => !this.#pages.has(id))).catch(() => undefined);
    return new Set([...here, ...(elsewhere ?? [])]);
  }

  /** Tells the other replicas that this one lives, and tells of the people of those that do not any more. */
  async beat(): Promise<void> {
    const gone = (await this.#needs.store?.beat(() => [...this.#pages.keys()])) ?? [];
    const unsure = [...this.#unsure];
    this.#unsure.clear();
    for (const userId of [...gone, ...unsure]) this.#inTurn(userId, () => this.#sayIfGone(userId));
  }

  /** The process ends: another replica tells of those who do not come to it. */
  async close(): Promise<void> {
    for (const timer of this.#leaving.values()) clearTimeout(timer);
    await Promise.all(this.#turns.values());
    await this.#needs.store?.leave(GRACE).catch(() => undefined);
  }

  #inTurn(userId: string, act: () => Promise<void>): void {
    const turn = (this.#turns.get(userId) ?? Promise.resolve()).then(act).catch(() => undefined);
    this.#turns.set(userId, turn);
    void turn.then(() => {
      if (this.#turns.get(userId) === turn) this.#turns.delete(userId);
    });
  }

  async #sayCame(userId: string): Promise<void> {
    const { store } = this.#needs;
    const known = await store?.online([userId]).catch(() => undefined);
    await store?.note(userId, true).catch(() => undefined);
    if (known?.has(userId) !== true) await this.#say(userId, true);
  }

  async #sayGone(userId: string): Promise<void> {
    await this.#needs.store?.note(userId, false).catch(() => undefined);
    await this.#sayIfGone(userId);
  }

  async #sayIfGone(userId: string): Promise<void> {
    if (this.#pages.has(userId)) return;
    const elsewhere = await this.#isElsewhere(userId);
    if (elsewhere === undefined) this.#unsure.add(userId);
    if (elsewhere !== false) return;
    await this.#say(userId, false);
    // They may have come to another replica in between, and that one may have said so before.
    if ((await this.#isElsewhere(userId)) === true) await this.#say(userId, true);
  }

  /** Undefined: it cannot be known now. */
  async #isElsewhere(userId: string): Promise<boolean | undefined> {
    if (this.#needs.store === undefined) return false;
    return (await this.#needs.store.online([userId]).catch(() => undefined))?.has(userId);
  }

  async #say(userId: string, online: boolean): Promise<void> {
    for (const peer of await this.#needs.findPeers(userId)) this.#needs.tell(peer, { userId, online });
  }
}
