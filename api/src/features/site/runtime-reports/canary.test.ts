import { CANARY_STOP } from '@solvent/contracts';
import { getWilsonLowerBound, shouldStop } from './canary.ts';
import type { VersionStats } from './canary.ts';

/** Pseudo-random numbers from 0 to 1 (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A day with a canary. */
interface Scenario {
  /** Honest visitors of the whole site. Each has one vote, two of five have another one, and so on. */
  visitors: number;
  /** Percentage of visitors with the canary. */
  percent: number;
  /** Share of failed votes on the canary. */
  fails: number;
  /** Share of failed votes on the live version. */
  liveFails: number;
  /** Networks with forged votes in every hour: against the canary (`stop`), or for it and against the live version (`keep`). */
  forgers?: { stop?: number; keep?: number };
}

interface Vote {
  time: number;
  visitor: string;
  isCanary: boolean;
  failed: boolean;
}

function buildHonestVotes({ visitors, percent, fails, liveFails }: Scenario, random: () => number): Vote[] {
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

function buildForgedVotes({ forgers: { stop = 0, keep = 0 } = {} }: Scenario): Vote[] {
  const hours = Array.from({ length: 24 }, (_none, hour) => hour);
  const buildVotes = (count: number, isCanary: boolean, failed: boolean) =>
    Array.from({ length: count }).flatMap((_none, index) =>
      hours.map((time) => ({ time, visitor: `forger ${index}`, isCanary, failed })),
    );
  return [...buildVotes(stop, true, true), ...buildVotes(keep, true, false), ...buildVotes(keep, false, true)];
}

type Voters = Map<string, { votes: number; failures: number }>;

function getStats(voters: Voters): VersionStats {
  const all = [...voters.values()];
  return {
    visitors: all.length,
    failing: all.filter(({ failures }) => failures > 0).length,
    failures: all.reduce((sum, { votes, failures }) => sum + failures / votes, 0),
  };
}

/** Returns the number of affected honest visitors when the canary is stopped; undefined if it is not. */
function simulate(scenario: Scenario, random: () => number): number | undefined {
  const [canary, live]: [Voters, Voters] = [new Map(), new Map()];
  const votes = [...buildHonestVotes(scenario, random), ...buildForgedVotes(scenario)].toSorted(
    (one, other) => one.time - other.time,
  );
  const affected = new Set<string>();
  for (const { visitor, isCanary, failed } of votes) {
    const voters = isCanary ? canary : live;
    const before = voters.get(visitor) ?? { votes: 0, failures: 0 };
    voters.set(visitor, { votes: before.votes + 1, failures: before.failures + (failed ? 1 : 0) });
    if (!isCanary || !failed) continue;
    if (!visitor.startsWith('forger')) affected.add(visitor);
    const stats = { candidate: getStats(canary), live: getStats(live) };
    if (shouldStop(stats, CANARY_STOP.visitorsMin)) return affected.size;
  }
  return undefined;
}

/** Returns the share of simulations that stop the canary, and the median number of affected visitors. */
function simulateMany(scenario: Scenario, days = 100): { share: number; affected: number } {
  const random = seeded(34);
  const stops = Array.from({ length: days }, () => simulate(scenario, random)).filter((stop) => stop !== undefined);
  const middle = stops.toSorted((one, other) => one - other)[stops.length >> 1] ?? Infinity;
  return { share: stops.length / days, affected: middle };
}

const GOOD = { fails: 0.01, liveFails: 0.01 };

describe('getWilsonLowerBound', () => {
  it.each([
    [0, 0, 0],
    [0, 50, 0],
    [1, 1, 0.21],
    [3, 3, 0.44],
    [3, 30, 0.03],
    [50, 100, 0.4],
    [500, 1000, 0.47],
  ])('returns the lower bound for %d failures of %d visitors', (failures, visitors, share) => {
    expect(getWilsonLowerBound({ visitors, failures, failing: failures })).toBeCloseTo(share, 2);
  });
});

it('few failures among many visitors do not stop a canary', () => {
  const live = { visitors: 0, failing: 0, failures: 0 };
  expect(shouldStop({ candidate: { visitors: 65, failing: 5, failures: 5 }, live }, 5)).toBe(false);
  expect(shouldStop({ candidate: { visitors: 5, failing: 5, failures: 5 }, live }, 5)).toBe(true);
});

describe('in simulations', () => {
  it.each([
    [100, 10],
    [100, 50],
    [1000, 10],
    [1000, 50],
  ])('a canary as good as the live version is not stopped: %d visitors, %d %%', (visitors, percent) => {
    expect(simulateMany({ visitors, percent, ...GOOD }).share).toBe(0);
    expect(simulateMany({ visitors, percent, fails: 0.03, liveFails: 0.03 }).share).toBeLessThanOrEqual(0.02);
  });

  it.each([
    [1, 100, 0.9],
    [1, 1000, 1],
    [0.3, 1000, 1],
    [0.15, 1000, 0.9],
  ])('one that fails in %d of its votes is stopped: %d visitors', (fails, visitors, atLeast) => {
    expect(simulateMany({ visitors, percent: 10, fails, liveFails: 0.01 }).share).toBeGreaterThanOrEqual(atLeast);
  });

  it.each([20, 100, 1000])('the networks of one attacker stop no good canary: %d visitors', (visitors) => {
    expect(simulateMany({ visitors, percent: 10, ...GOOD, forgers: { stop: 1 } }).share).toBe(0);
    expect(simulateMany({ visitors, percent: 10, fails: 0, liveFails: 0, forgers: { stop: 4 } }).share).toBe(0);
  });

  it.each([100, 1000])('the networks of one attacker keep no bad canary: %d visitors', (visitors) => {
    const bad = { visitors, percent: 10, fails: 1, liveFails: 0.01 };
    const [honest, forged] = [simulateMany(bad), simulateMany({ ...bad, forgers: { keep: 4 } })];
    expect(forged.share).toBe(honest.share);
    expect(forged.affected).toBe(honest.affected);
  });
});
