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
  readonly #changes: Message[] = [];
  /** Answers to the page's own questions, which come when they come. */
  readonly #pages: (() => void)[] = [];
  readonly #requests: { answer: () => void; fail: () => void }[] = [];
  readonly #sync;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
    this.conversation = new TestConversation(this.#upTo(150));
    this.conversation.before = () =>
      new Promise((resolve, reject) => {
        this.#requests.push({ answer: resolve, fail: () => reject(new Error('Network Error')) });
      });
    const { fetchAfter, fetchChanged } = this.conversation;
    this.#sync = new ConversationSync({ store: this.logs, fetchAfter, fetchChanged, backoff: () => 0 });
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
      () => this.#edit(),
      () => this.#edit(),
      () => this.#deliverChange(),
      () => this.#deliverChange(),
      () => this.#loadOlder(),
      () => this.#loadNewest(),
      () => this.#answerPage(),
      () => this.#answerPage(),
    ]);
    happening?.();
    await settle();
  }

  /** The network is well again, and the socket connected. */
  async recover(): Promise<void> {
    while (this.#pages.length > 0) this.#answerPage();
    const done = this.#sync.catchUp();
    await this.#answerAll();
    await done;
    while (this.#events.length > 0) this.#deliver();
    while (this.#changes.length > 0) this.#deliverChange();
    await this.#answerAll();
    this.#sync.close();
  }

  /** Places that the log should have: from its first one to the latest. */
  get expected(): number[] {
    return range(this.logs.places()[0] ?? 1, this.conversation.lastSeq);
  }

  /** What it should show. */
  get expectedMessages(): Message[] {
    return this.conversation.messages.slice((this.logs.places()[0] ?? 1) - 1);
  }

  async #answerAll(): Promise<void> {
    await settle();
    while (this.#requests.length > 0) {
      this.#answerOne();
      await settle();
    }
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
    this.#changes.splice(this.#upTo(this.#changes.length), this.#upTo(3));
  }

  /** One of the latest is changed, or any. */
  #edit(): void {
    const { lastSeq } = this.conversation;
    if (lastSeq === 0) return;
    const back = this.#random() < 0.7 ? this.#upTo(5) : this.#upTo(lastSeq - 1);
    this.#changes.push(this.conversation.edit(Math.max(1, lastSeq - back)));
  }

  #deliverChange(): void {
    for (const message of this.#pick(this.#changes)) {
      this.#sync.change(message);
      if (this.#random() < 0.3) this.#changes.push(message);
    }
  }

  #loadNewest(): void {
    const page = this.conversation.newest();
    this.#pages.push(() => this.#sync.begin('c-1', page));
  }

  #answerPage(): void {
    for (const answer of this.#pick(this.#pages)) answer();
  }

  #answerOne(): void {
    for (const { answer } of this.#pick(this.#requests)) answer();
  }

  #failOne(): void {
    for (const { fail } of this.#pick(this.#requests)) fail();
  }

  /** A page above the first one, or above what was the first one a moment ago. */
  #loadOlder(): void {
    const older = this.conversation.before100((this.logs.places()[0] ?? 1) + this.#upTo(2) - 1);
    // A page asks for older ones where there are some.
    if (older.messages.length > 0) this.#pages.push(() => this.#sync.prepend('c-1', older));
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

describe('when events are lost, late, doubled or unordered, and requests fail (product 4.25, 11.14)', () => {
  it('each message is in the log once, in order and in its latest state', async () => {
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const { logs, expected, expectedMessages, conversation } = await run(seed);
      const stale = logs.read('c-1')?.messages.filter((message, at) => message.revision !== expectedMessages[at]?.revision);
      expect({ seed, stale }).toEqual({ seed, stale: [] });
      expect({ seed, revision: logs.read('c-1')?.revision }).toEqual({ seed, revision: conversation.revision });
      expect({ seed, places: logs.places() }).toEqual({ seed, places: expected });
      expect(logs.read('c-1')?.hasOlder).toBe((expected[0] ?? 1) > 1);
    }
  });
});
