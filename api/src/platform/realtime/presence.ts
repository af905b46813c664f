import type { PresenceStore } from '../redis/presence-store.ts';

export const OFFLINE_DELAY_MS = 5000;

export type FindPeers = (userId: string) => Promise<string[]>;

export interface PresenceDeps {
  findPeers: FindPeers;
  notify: (peerId: string, presence: { userId: string; online: boolean }) => void;
  /** Users of other replicas; undefined with one process. */
  store: PresenceStore | undefined;
}

/** Tracks which users have a page open, and notifies the users who share a conversation with them. */
export class Presence {
  readonly #deps: PresenceDeps;
  /** Open pages per user of this process; 0 during {@link OFFLINE_DELAY_MS}. */
  readonly #pages = new Map<string, number>();
  readonly #offlineTimers = new Map<string, NodeJS.Timeout>();
  /** Serializes the updates of each user. */
  readonly #updates = new Map<string, Promise<void>>();
  /** Users who closed their pages while Redis was down: they may be on another replica. */
  readonly #unconfirmed = new Set<string>();

  constructor(deps: PresenceDeps) {
    this.#deps = deps;
  }

  pageOpened(userId: string): void {
    const pages = this.#pages.get(userId);
    this.#pages.set(userId, (pages ?? 0) + 1);
    clearTimeout(this.#offlineTimers.get(userId));
    this.#offlineTimers.delete(userId);
    if (pages === undefined) this.#enqueue(userId, () => this.#goOnline(userId));
  }

  pageClosed(userId: string): void {
    const pages = (this.#pages.get(userId) ?? 1) - 1;
    this.#pages.set(userId, pages);
    if (pages > 0) return;
    const goOffline = () => {
      this.#offlineTimers.delete(userId);
      this.#pages.delete(userId);
      this.#enqueue(userId, async () => {
        await this.#deps.store?.set(userId, false).catch(() => undefined);
        await this.#notifyIfOffline(userId);
      });
    };
    this.#offlineTimers.set(userId, setTimeout(goOffline, OFFLINE_DELAY_MS).unref());
  }

  /** Returns the users with an open page; while Redis is down, only those of this replica. */
  async findOnline(userIds: readonly string[]): Promise<Set<string>> {
    const here = userIds.filter((id) => this.#pages.has(id));
    if (here.length === userIds.length) return new Set(here);
    const elsewhere = await this.#deps.store?.findOnline(userIds.filter((id) => !this.#pages.has(id))).catch(() => undefined);
    return new Set([...here, ...(elsewhere ?? [])]);
  }

  async heartbeat(): Promise<void> {
    const lost = (await this.#deps.store?.heartbeat(() => [...this.#pages.keys()])) ?? [];
    const unconfirmed = [...this.#unconfirmed];
    this.#unconfirmed.clear();
    for (const userId of [...lost, ...unconfirmed]) this.#enqueue(userId, () => this.#notifyIfOffline(userId));
  }

  /** Another replica will notify about users who do not reconnect to it. */
  async close(): Promise<void> {
    for (const timer of this.#offlineTimers.values()) clearTimeout(timer);
    await Promise.all(this.#updates.values());
    await this.#deps.store?.leave(OFFLINE_DELAY_MS).catch(() => undefined);
  }

  #enqueue(userId: string, work: () => Promise<void>): void {
    const update = (this.#updates.get(userId) ?? Promise.resolve()).then(work).catch(() => undefined);
    this.#updates.set(userId, update);
    void update.then(() => {
      if (this.#updates.get(userId) === update) this.#updates.delete(userId);
    });
  }

  async #goOnline(userId: string): Promise<void> {
    const { store } = this.#deps;
    const isElsewhere = await this.#isElsewhere(userId);
    await store?.set(userId, true).catch(() => undefined);
    if (isElsewhere !== true) await this.#notify(userId, true);
  }

  async #notifyIfOffline(userId: string): Promise<void> {
    if (this.#pages.has(userId)) return;
    const isElsewhere = await this.#isElsewhere(userId);
    if (isElsewhere === undefined) this.#unconfirmed.add(userId);
    if (isElsewhere !== false) return;
    await this.#notify(userId, false);
    // The user may have come online on another replica, whose notification was sent before this one.
    if ((await this.#isElsewhere(userId)) === true) await this.#notify(userId, true);
  }

  /** Undefined while Redis is down. */
  async #isElsewhere(userId: string): Promise<boolean | undefined> {
    if (this.#deps.store === undefined) return false;
    return (await this.#deps.store.findOnline([userId]).catch(() => undefined))?.has(userId);
  }

  async #notify(userId: string, online: boolean): Promise<void> {
    for (const peer of await this.#deps.findPeers(userId)) this.#deps.notify(peer, { userId, online });
  }
}
