import { setTimeout as wait } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import { connect, post, Traffic } from './chat-client.ts';
import type { Person } from './chat-client.ts';
import type { Measured, ChatSetup } from './chat-steps.ts';

/** Messages that are sent one after the other, and those before that count for nothing. */
const ONE_BY_ONE = 400;
const WARM_UP = 100;
/** Messages that each user sends for warm-up. */
const ROUNDS_BEFORE = 2;
/** Time limit for messages that are still in flight (ms). */
const TIMEOUT = 10_000;
const CONNECTED_AT_ONCE = 50;

const people: { person: Person; socket: Socket }[] = [];

async function measureTime(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

/** An acknowledgement over a socket by a server that does nothing else: what everything is held against. */
async function bare({ bareUrl }: ChatSetup): Promise<Measured> {
  const socket = await connect(bareUrl);
  const times: number[] = [];
  for (let round = -WARM_UP; round < ONE_BY_ONE; round += 1) {
    const time = await measureTime(() => socket.emitWithAck('say', 'How far are you with the importer?'));
    if (round >= 0) times.push(time);
  }
  socket.disconnect();
  return { bare: times };
}

/** Each has an address of their own. */
const readPeople = ({ conversationId, tokens }: ChatSetup['conversations'][number], place: number): Person[] =>
  tokens.map((token, index) => ({ conversationId, token, from: `10.${index}.${place >> 8}.${place & 0xff}` }));

async function oneByOne({ url, appKey, conversations }: ChatSetup): Promise<Measured> {
  const [one, other] = conversations.slice(0, 1).flatMap(readPeople);
  if (one === undefined || other === undefined) return {};
  const [warmUp, counted] = [new Traffic(), new Traffic()];
  const [own, theirs] = [await connect(url, one), await connect(url, other)];
  for (const traffic of [warmUp, counted]) traffic.listen(theirs);
  for (let round = -WARM_UP; round < ONE_BY_ONE; round += 1) await (round < 0 ? warmUp : counted).send(own, one);
  const end = Date.now() + TIMEOUT;
  while (counted.missing > 0 && Date.now() < end) await wait(10);
  const requested: number[] = [];
  for (let round = -WARM_UP; round < ONE_BY_ONE; round += 1) {
    const time = await measureTime(() => post({ url, appKey }, one));
    if (round >= 0) requested.push(time);
  }
  for (const socket of [own, theirs]) socket.disconnect();
  return { acknowledged: counted.acknowledged, received: counted.received, requested };
}

async function connectAll({ url, conversations }: ChatSetup): Promise<Measured> {
  const all = conversations.flatMap(readPeople);
  for (let from = 0; from < all.length; from += CONNECTED_AT_ONCE) {
    const some = all.slice(from, from + CONNECTED_AT_ONCE);
    people.push(...(await Promise.all(some.map(async (person) => ({ person, socket: await connect(url, person) })))));
  }
  return {};
}

/** In the order in which they send: who answers does so half a pause after the other one, not in the same moment. */
const inTurn = () => [0, 1].flatMap((side) => people.filter((_, index) => index % 2 === side));

/** Each user sends messages at random times. */
async function sendForAll({ pace: { every, lasts } }: ChatSetup): Promise<Measured> {
  const [warmUp, counted] = [new Traffic(), new Traffic()];
  for (const { socket } of people) {
    warmUp.listen(socket);
    counted.listen(socket);
  }
  const sending: Promise<void>[] = [];
  let failed = 0;
  const senders = inTurn();
  const began = performance.now();
  for (let round = -ROUNDS_BEFORE; round < lasts / every; round += 1) {
    for (const [index, { socket, person }] of senders.entries()) {
      const due = began + (round + ROUNDS_BEFORE + index / senders.length) * every;
      if (due > performance.now() + 1) await wait(due - performance.now());
      const traffic = round < 0 ? warmUp : counted;
      sending.push(
        traffic.send(socket, person).catch(() => {
          failed += 1;
        }),
      );
    }
  }
  await Promise.all(sending);
  const seconds = (performance.now() - began) / 1000;
  const end = Date.now() + TIMEOUT;
  while (counted.missing + warmUp.missing > 0 && Date.now() < end) await wait(10);
  const { acknowledged, received } = counted;
  return { acknowledged, received, seconds, sent: sending.length, failed, missing: counted.missing + warmUp.missing };
}

const STEPS = { bare, oneByOne, connectAll, sendForAll };

// Sockets that reconnect to an ended server must not delay the exit.
process.on('disconnect', () => process.exit());
// The parent process sends commands and receives results.
process.on('message', async ({ step, setup }: { step: keyof typeof STEPS; setup: ChatSetup }) => {
  try {
    process.send?.({ measured: await STEPS[step](setup) });
  } catch (error) {
    process.send?.({ failure: error instanceof Error ? error.message : String(error) });
  }
});
