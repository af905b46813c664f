import { setTimeout as wait } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import { connect, postMessage, Traffic } from './chat-client.ts';
import type { Person } from './chat-client.ts';
import type { Measured, ChatSetup } from './chat-steps.ts';

/** Messages that are sent one after the other. */
const MEASURED_MESSAGES = 400;
const WARM_UP_MESSAGES = 100;
const WARM_UP_ROUNDS = 2;
/** Maximum time for messages in flight to arrive after the last one was sent. */
const RECEIVE_TIMEOUT_MS = 10_000;
const CONNECTIONS_PER_BATCH = 50;

const people: { person: Person; socket: Socket }[] = [];

async function measureTime(action: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await action();
  return performance.now() - began;
}

/** Measures acknowledgements of a server that does nothing else, as the baseline. */
async function measureBare({ bareUrl }: ChatSetup): Promise<Measured> {
  const socket = await connect(bareUrl);
  const times: number[] = [];
  for (let round = -WARM_UP_MESSAGES; round < MEASURED_MESSAGES; round += 1) {
    const time = await measureTime(() => socket.emitWithAck('say', 'How far are you with the importer?'));
    if (round >= 0) times.push(time);
  }
  socket.disconnect();
  return { bare: times };
}

/** Gives each user their own address, because the number of concurrent requests is limited per network. */
const createPeople = ({ conversationId, tokens }: ChatSetup['conversations'][number], conversationIndex: number): Person[] =>
  tokens.map((token, index) => ({
    conversationId,
    token,
    clientAddress: `10.${index}.${conversationIndex >> 8}.${conversationIndex & 0xff}`,
  }));

async function measureOneByOne({ url, appKey, conversations }: ChatSetup): Promise<Measured> {
  const [one, other] = conversations.slice(0, 1).flatMap(createPeople);
  if (one === undefined || other === undefined) return {};
  const [warmUp, counted] = [new Traffic(), new Traffic()];
  const [own, theirs] = [await connect(url, one), await connect(url, other)];
  for (const traffic of [warmUp, counted]) traffic.recordReceived(theirs);
  for (let round = -WARM_UP_MESSAGES; round < MEASURED_MESSAGES; round += 1) await (round < 0 ? warmUp : counted).send(own, one);
  const end = Date.now() + RECEIVE_TIMEOUT_MS;
  while (counted.missing > 0 && Date.now() < end) await wait(10);
  const requested: number[] = [];
  for (let round = -WARM_UP_MESSAGES; round < MEASURED_MESSAGES; round += 1) {
    const time = await measureTime(() => postMessage({ url, appKey }, one));
    if (round >= 0) requested.push(time);
  }
  for (const socket of [own, theirs]) socket.disconnect();
  return { acknowledged: counted.acknowledged, received: counted.received, requested };
}

async function connectAll({ url, conversations }: ChatSetup): Promise<Measured> {
  const all = conversations.flatMap(createPeople);
  for (let from = 0; from < all.length; from += CONNECTIONS_PER_BATCH) {
    const some = all.slice(from, from + CONNECTIONS_PER_BATCH);
    people.push(...(await Promise.all(some.map(async (person) => ({ person, socket: await connect(url, person) })))));
  }
  return {};
}

/**
 * Lists the first participants of all conversations, then the second ones: replies are sent half an interval later, not at the same
 * moment.
 */
const orderSenders = () => [0, 1].flatMap((side) => people.filter((_, index) => index % 2 === side));

/** Each user sends a message per interval. The users are evenly distributed over the interval. */
async function sendForAll({ pace: { intervalMs, durationMs } }: ChatSetup): Promise<Measured> {
  const [warmUp, counted] = [new Traffic(), new Traffic()];
  for (const { socket } of people) {
    warmUp.recordReceived(socket);
    counted.recordReceived(socket);
  }
  const sending: Promise<void>[] = [];
  let failed = 0;
  const senders = orderSenders();
  const began = performance.now();
  for (let round = -WARM_UP_ROUNDS; round < durationMs / intervalMs; round += 1) {
    for (const [index, { socket, person }] of senders.entries()) {
      const due = began + (round + WARM_UP_ROUNDS + index / senders.length) * intervalMs;
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
  const end = Date.now() + RECEIVE_TIMEOUT_MS;
  while (counted.missing + warmUp.missing > 0 && Date.now() < end) await wait(10);
  const { acknowledged, received } = counted;
  return { acknowledged, received, seconds, sent: sending.length, failed, missing: counted.missing + warmUp.missing };
}

const STEPS = { bare: measureBare, oneByOne: measureOneByOne, connectAll, sendForAll };

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
