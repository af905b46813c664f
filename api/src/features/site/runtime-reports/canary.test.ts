import { CANARY_STOP } from '@solvent/contracts';
import { getWilsonLowerBound, shouldStop } from './canary.ts';
import type { VersionStats } from './canary.ts';

/** Random numbers from 0 to 1, the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A day with a canary: who comes, and who makes things up. */
interface Day {
  /** Honest visitors of the whole site; each comes in one hour of the day, two of five come once more, and so on. */
  visitors: number;
  /** How many of 100 of them run the canary. */
  percent: number;
  /** In what share of their votes it fails for them. */
  fails: number;
  /** The same of the live version. */
  liveFails: number;
  /** Networks that say in every hour that the canary fails; that it works, and that the live version fails. */
  liars?: { stop?: number; keep?: number };
}

interface Vote {
  time: number;
  visitor: string;
  isCanary: boolean;
  failed: boolean;
}

function honestVotes({ visitors, percent, fails, liveFails }: Day, random: () => number): Vote[] {
  return Array.from({ length: visitors }).flatMap((_none, index) => {
    const isCanary = random() * 100 < percent;
    const votes: Vote[] = [];
    do
      votes.push({
        time: random() * 24,
        visitor: String(index),
        isCanary,
        failed: random() < (isCanary ? fails : liveFails),
      });
    while (random() < 0.4);
    return votes;
  });
}

function liarsVotes({ liars: { stop = 0, keep = 0 } = {} }: Day): Vote[] {
  const hours = Array.from({ length: 24 }, (_none, hour) => hour);
  const say = (count: number, isCanary: boolean, failed: boolean) =>
    Array.from({ length: count }).flatMap((_none, index) =>
      hours.map((time) => ({ time, visitor: `liar ${index}`, isCanary, failed })),
    );
  return [...say(stop, true, true), ...say(keep, true, false), ...say(keep, false, true)];
}

type Voters = Map<string, { votes: number; failures: number }>;

function figuresOf(voters: Voters): VersionStats {
  const all = [...voters.values()];
  return {
    visitors: all.length,
    failing: all.filter(({ failures }) => failures > 0).length,
    failures: all.reduce((sum, { votes, failures }) => sum + failures / votes, 0),
  };
}

/** For how many honest visitors a canary had failed when it was stopped; undefined where it runs all day. */
function playDay(day: Day, random: () => number): number | undefined {
  const [canary, live]: [Voters, Voters] = [new Map(), new Map()];
  const votes = [...honestVotes(day, random), ...liarsVotes(day)].toSorted((one, other) => one.time - other.time);
  const suffered = new Set<string>();
  for (const { visitor, isCanary, failed } of votes) {
    const voters = isCanary ? canary : live;
    const before = voters.get(visitor) ?? { votes: 0, failures: 0 };
    voters.set(visitor, { votes: before.votes + 1, failures: before.failures + (failed ? 1 : 0) });
    if (!isCanary || !failed) continue;
    if (!visitor.startsWith('liar')) suffered.add(visitor);
    const compared = { candidate: figuresOf(canary), live: figuresOf(live) };
    if (shouldStop(compared, CANARY_STOP.visitorsMin)) return suffered.size;
  }
  return undefined;
}

/** Plays a day again and again, and counts in what share of the days the canary is stopped. */
function stoppedIn(day: Day, days = 100): { share: number; suffered: number } {
  const random = seeded(34);
  const stops = Array.from({ length: days }, () => playDay(day, random)).filter((stop) => stop !== undefined);
  const middle = stops.toSorted((one, other) => one - other)[stops.length >> 1] ?? Infinity;
  return { share: stops.length / days, suffered: middle };
}

const good = { fails: 0.01, liveFails: 0.01 };

describe('the share that is certain', () => {
  it.each([
    [0, 0, 0],
    [0, 50, 0],
    [1, 1, 0.21],
    [3, 3, 0.44],
    [3, 30, 0.03],
    [50, 100, 0.4],
    [500, 1000, 0.47],
  ])('of %d failures for %d visitors is the lower bound of Wilson’s interval', (failures, visitors, share) => {
    expect(getWilsonLowerBound({ visitors, failures, failing: failures })).toBeCloseTo(share, 2);
  });
});

it('failures of few among many who have no trouble stop no canary', () => {
  const live = { visitors: 0, failing: 0, failures: 0 };
  expect(shouldStop({ candidate: { visitors: 65, failing: 5, failures: 5 }, live }, 5)).toBe(false);
  expect(shouldStop({ candidate: { visitors: 5, failing: 5, failures: 5 }, live }, 5)).toBe(true);
});

describe('in simulated days', () => {
  it.each([
    [100, 10],
    [100, 50],
    [1000, 10],
    [1000, 50],
  ])('a canary as good as the live version is not stopped: %d visitors, %d %%', (visitors, percent) => {
    expect(stoppedIn({ visitors, percent, ...good }).share).toBe(0);
    expect(stoppedIn({ visitors, percent, fails: 0.03, liveFails: 0.03 }).share).toBeLessThanOrEqual(0.02);
  });

  it.each([
    [1, 100, 0.9],
    [1, 1000, 1],
    [0.3, 1000, 1],
    [0.15, 1000, 0.9],
  ])('one that fails in %d of its votes is stopped: %d visitors', (fails, visitors, atLeast) => {
    expect(stoppedIn({ visitors, percent: 10, fails, liveFails: 0.01 }).share).toBeGreaterThanOrEqual(atLeast);
  });

  it.each([20, 100, 1000])('the networks that one person has stop no good one: %d visitors', (visitors) => {
    expect(stoppedIn({ visitors, percent: 10, ...good, liars: { stop: 1 } }).share).toBe(0);
    expect(stoppedIn({ visitors, percent: 10, fails: 0, liveFails: 0, liars: { stop: 4 } }).share).toBe(0);
  });

  it.each([100, 1000])('the networks that one person has keep no bad one: %d visitors', (visitors) => {
    const bad = { visitors, percent: 10, fails: 1, liveFails: 0.01 };
    const [honest, lied] = [stoppedIn(bad), stoppedIn({ ...bad, liars: { keep: 4 } })];
    expect(lied.share).toBe(honest.share);
    expect(lied.suffered).toBe(honest.suffered);
  });
});
