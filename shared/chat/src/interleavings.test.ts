/** @jest-environment node */
import type { Message } from '@solvent/contracts';
import { ConversationSync } from './conversation-sync.ts';
import { MemoryLogs, range, TestConversation } from './test-conversation.ts';

const RUNS = 60;
const STEPS = 120;

/** Returns a seeded generator of numbers from 0 to 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function flush(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
}

/** A conversation, its sync, and a network that loses, delays, repeats and reorders, reproducible by seed. */
class Simulation {
  readonly conversation: TestConversation;
  readonly logs = new MemoryLogs();
  readonly #random: () => number;
  readonly #events: Message[] = [];
  readonly #changes: Message[] = [];
  readonly #pages: (() => void)[] = [];
  readonly #requests: { answer: () => void; fail: () => void }[] = [];
  readonly #sync;

  constructor(seed: number) {
    this.#random = createRandom(seed);
    this.conversation = new TestConversation(this.#randomUpTo(150));
    this.conversation.beforeResponse = () =>
      new Promise((resolve, reject) => {
        this.#requests.push({ answer: resolve, fail: () => reject(new Error('Network Error')) });
      });
    const { fetchAfter, fetchChanged } = this.conversation;
    this.#sync = new ConversationSync({ store: this.logs, fetchAfter, fetchChanged, backoff: () => 0 });
    this.#sync.startLog('c-1', this.conversation.newestPage());
  }

  async step(): Promise<void> {
    const [action] = this.#takeRandom([
      () => this.#addMessages(),
      () => this.#addMessages(),
      () => this.#deliver(),
      () => this.#deliver(),
      () => this.#lose(),
      () => this.#respond(),
      () => this.#fail(),
      () => void this.#sync.catchUp(),
      () => this.#edit(),
      () => this.#edit(),
      () => this.#deliverChange(),
      () => this.#deliverChange(),
      () => this.#loadOlder(),
      () => this.#loadNewest(),
      () => this.#resolvePage(),
      () => this.#resolvePage(),
    ]);
    action?.();
    await flush();
  }

  /** Reconnects with a working network and checks out all pending work. */
  async recover(): Promise<void> {
    while (this.#pages.length > 0) this.#resolvePage();
    const done = this.#sync.catchUp();
    await this.#respondToAll();
    await done;
    while (this.#events.length > 0) this.#deliver();
    while (this.#changes.length > 0) this.#deliverChange();
    await this.#respondToAll();
    this.#sync.close();
  }

  get expectedSeqs(): number[] {
    return range(this.logs.seqs()[0] ?? 1, this.conversation.lastSeq);
  }

  get expectedMessages(): Message[] {
    return this.conversation.messages.slice((this.logs.seqs()[0] ?? 1) - 1);
  }

  async #respondToAll(): Promise<void> {
    await flush();
    while (this.#requests.length > 0) {
      this.#respond();
      await flush();
    }
  }

  #randomUpTo(most: number): number {
    return Math.floor(this.#random() * (most + 1));
  }

  #takeRandom<Item>(list: Item[]): Item[] {
    return list.splice(this.#randomUpTo(list.length - 1), 1);
  }

  #addMessages(): void {
    const burst = this.#random() < 0.02 ? 1150 : this.#randomUpTo(3);
    for (let count = 0; count < burst; count += 1) this.#events.push(this.conversation.addMessage());
  }

  #deliver(): void {
    for (const message of this.#takeRandom(this.#events)) {
      this.#sync.receive(message);
      if (this.#random() < 0.3) this.#events.push(message);
    }
  }

  #lose(): void {
    this.#events.splice(this.#randomUpTo(this.#events.length), this.#randomUpTo(5));
    this.#changes.splice(this.#randomUpTo(this.#changes.length), this.#randomUpTo(3));
  }

  #edit(): void {
    const { lastSeq } = this.conversation;
    if (lastSeq === 0) return;
    const back = this.#random() < 0.7 ? this.#randomUpTo(5) : this.#randomUpTo(lastSeq - 1);
    this.#changes.push(this.conversation.edit(Math.max(1, lastSeq - back)));
  }

  #deliverChange(): void {
    for (const message of this.#takeRandom(this.#changes)) {
      this.#sync.change(message);
      if (this.#random() < 0.3) this.#changes.push(message);
    }
  }

  #loadNewest(): void {
    const page = this.conversation.newestPage();
    this.#pages.push(() => this.#sync.startLog('c-1', page));
  }

  #resolvePage(): void {
    for (const answer of this.#takeRandom(this.#pages)) answer();
  }

  #respond(): void {
    for (const { answer } of this.#takeRandom(this.#requests)) answer();
  }

  #fail(): void {
    for (const { fail } of this.#takeRandom(this.#requests)) fail();
  }

  /** Requests the page before the first message, or before the one that was first a moment ago. */
  #loadOlder(): void {
    const older = this.conversation.olderPage((this.logs.seqs()[0] ?? 1) + this.#randomUpTo(2) - 1);
    if (older.messages.length > 0) this.#pages.push(() => this.#sync.prepend('c-1', older));
  }
}

async function run(seed: number): Promise<Simulation> {
  const simulation = new Simulation(seed);
  let last = 0;
  for (let step = 0; step < STEPS; step += 1) {
    await simulation.step();
    const seqs = simulation.logs.seqs();
    const first = seqs[0] ?? 1;
    // The log never has gaps, duplicates or another order, and never loses its end.
    if (seqs.some((seq, index) => seq !== first + index)) throw new Error(`Seed ${seed}, step ${step}: ${seqs.join(' ')}`);
    if ((seqs.at(-1) ?? 0) < last) throw new Error(`Seed ${seed}, step ${step}: ${last} went back to ${seqs.at(-1)}`);
    last = seqs.at(-1) ?? 0;
  }
  await simulation.recover();
  return simulation;
}

describe('when events are lost, late, doubled or unordered, and requests fail (product 4.25, 11.14)', () => {
  it('each message is in the log once, in order and in its latest state', async () => {
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const { logs, expectedSeqs, expectedMessages, conversation } = await run(seed);
      const stale = logs.read('c-1')?.messages.filter((message, at) => message.revision !== expectedMessages[at]?.revision);
      expect({ seed, stale }).toEqual({ seed, stale: [] });
      expect({ seed, revision: logs.read('c-1')?.revision }).toEqual({ seed, revision: conversation.revision });
      expect({ seed, seqs: logs.seqs() }).toEqual({ seed, seqs: expectedSeqs });
      expect(logs.read('c-1')?.hasOlder).toBe((expectedSeqs[0] ?? 1) > 1);
    }
  });
});
