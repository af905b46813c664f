/** @jest-environment node */
import type { Message } from '@solvent/contracts';
import { ConversationSync } from './conversation-sync.ts';
import { MemoryLogs, range, TestConversation } from './test-conversation.ts';

const RUNS = 60;
const STEPS = 120;

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Lets everything run that waits for nothing. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
}

/** A conversation, what keeps its log, and between them a network that does its worst, the same for the same seed. */
class World {
  readonly conversation: TestConversation;
  readonly logs = new MemoryLogs();
  readonly #random: () => number;
  readonly #events: Message[] = [];
  readonly #requests: { answer: () => void; fail: () => void }[] = [];
  readonly #sync;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
    this.conversation = new TestConversation(this.#upTo(150));
    this.conversation.before = () =>
      new Promise((resolve, reject) => {
        this.#requests.push({ answer: resolve, fail: () => reject(new Error('Network Error')) });
      });
    this.#sync = new ConversationSync({ store: this.logs, fetchAfter: this.conversation.fetchAfter, backoff: () => 0 });
    this.#sync.begin('c-1', this.conversation.newest());
  }

  /** Something happens: one of what can happen in the life of a page. */
  async step(): Promise<void> {
    const [happening] = this.#pick([
      () => this.#say(),
      () => this.#say(),
      () => this.#deliver(),
      () => this.#deliver(),
      () => this.#lose(),
      () => this.#answerOne(),
      () => this.#failOne(),
      () => void this.#sync.catchUp(),
      () => this.#loadOlder(),
      () => this.#sync.begin('c-1', this.conversation.newest()),
    ]);
    happening?.();
    await settle();
  }

  /** The network is well again, and the socket connected. */
  async recover(): Promise<void> {
    const done = this.#sync.catchUp();
    await settle();
    while (this.#requests.length > 0) {
      this.#answerOne();
      await settle();
    }
    await done;
    while (this.#events.length > 0) this.#deliver();
    this.#sync.close();
  }

  /** Places that the log should have: from its first one to the latest. */
  get expected(): number[] {
    return range(this.logs.places()[0] ?? 1, this.conversation.lastSeq);
  }

  #upTo(most: number): number {
    return Math.floor(this.#random() * (most + 1));
  }

  /** Takes one out of a list, wherever it stands: in no order. */
  #pick<Item>(list: Item[]): Item[] {
    return list.splice(this.#upTo(list.length - 1), 1);
  }

  #say(): void {
    const burst = this.#random() < 0.02 ? 1150 : this.#upTo(3);
    for (let count = 0; count < burst; count += 1) this.#events.push(this.conversation.say());
  }

  #deliver(): void {
    for (const message of this.#pick(this.#events)) {
      this.#sync.receive(message);
      if (this.#random() < 0.3) this.#events.push(message);
    }
  }

  #lose(): void {
    this.#events.splice(this.#upTo(this.#events.length), this.#upTo(5));
  }

  #answerOne(): void {
    for (const { answer } of this.#pick(this.#requests)) answer();
  }

  #failOne(): void {
    for (const { fail } of this.#pick(this.#requests)) fail();
  }

  /** A page above the first one, or above what was the first one a moment ago. */
  #loadOlder(): void {
    const before = (this.logs.places()[0] ?? 1) + this.#upTo(2) - 1;
    const first = Math.max(1, before - 100);
    const older = this.conversation.messages.slice(first - 1, Math.max(0, before - 1));
    this.#sync.prepend('c-1', older);
  }
}

/** A run of a world; what must hold all the time is looked at after each step. */
async function run(seed: number): Promise<World> {
  const world = new World(seed);
  let last = 0;
  for (let step = 0; step < STEPS; step += 1) {
    await world.step();
    const places = world.logs.places();
    const first = places[0] ?? 1;
    // Nothing is ever shown with a gap, twice or in another order, and what was shown last stays.
    if (places.some((place, index) => place !== first + index))
      throw new Error(`Seed ${seed}, step ${step}: ${places.join(' ')}`);
    if ((places.at(-1) ?? 0) < last) throw new Error(`Seed ${seed}, step ${step}: ${last} went back to ${places.at(-1)}`);
    last = places.at(-1) ?? 0;
  }
  await world.recover();
  return world;
}

describe('whatever is lost, late, twice, in no order or not answered (product 11.14)', () => {
  it('each message is there once, in order', async () => {
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const { logs, expected } = await run(seed);
      expect({ seed, places: logs.places() }).toEqual({ seed, places: expected });
      expect(logs.read('c-1')?.hasOlder).toBe((expected[0] ?? 1) > 1);
    }
  });
});
