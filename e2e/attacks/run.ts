import { setTimeout as wait } from 'node:timers/promises';
import type { Attack, Outcome } from './attack.ts';
import { boundedWork } from './points/bounded-work.ts';
import { canary } from './points/canary.ts';
import { hardening } from './points/hardening.ts';
import { settings } from './points/settings.ts';
import { sharedWork } from './points/shared-work.ts';
import { signInAttacks } from './points/sign-in.ts';
import { sockets } from './points/sockets.ts';
import { accountTakeovers } from './points/account-takeover.ts';
import { texts } from './points/texts.ts';
import { writes } from './points/writes.ts';
import { computeLatencies, REQUEST_KINDS, startLatencyProbe } from './latency-probe.ts';
import type { Latencies, Durations, LatencyProbe } from './latency-probe.ts';
import type { Options } from './options.ts';
import { startTarget } from './target.ts';
import type { Services, Target } from './target.ts';

export interface LatencyComparison {
  baseline: Latencies;
  during: Latencies;
  isSlowed: boolean;
}

export interface Finding extends Outcome {
  point: number;
  name: string;
  latency: LatencyComparison | undefined;
}

/** Other users may wait this many times the baseline; a wait below the floor never counts. */
const SLOWDOWN_FACTOR = 3;
const SLOWDOWN_FLOOR_MS = 25;
/** A busy machine also slows requests: a slowdown counts if all tries show it. */
const MAX_TRIES = 6;
/** Rounds alternate between attack and baseline, whose share of a round is `baseline`. */
const ROUND = { maxSeconds: 5, minRounds: 2, baseline: 0.6 };

const ATTACKS = [
  ...boundedWork,
  ...texts,
  ...sharedWork,
  ...writes,
  ...signInAttacks,
  ...accountTakeovers,
  ...sockets,
  ...settings,
  ...canary,
  ...hardening,
];

/** Repeats an attack for a time, at least once. One success counts as a success. */
async function repeat(attack: () => Promise<Outcome>, seconds: number): Promise<Outcome> {
  const startedAt = performance.now();
  const outcome = await attack();
  let isDefended = outcome.isDefended;
  for (let last = startedAt; performance.now() < startedAt + seconds * 1000;) {
    // A refused attack retries once a second: the client's speed is not what is measured.
    await wait(Math.max(0, 1000 - (performance.now() - last)));
    last = performance.now();
    isDefended = (await attack()).isDefended && isDefended;
  }
  if (outcome.isDefended && !isDefended) return { summary: `${outcome.summary}; a later try succeeded`, isDefended };
  return outcome;
}

/** Alternates between baseline and attack, so that other load on the machine affects both. */
async function compareLatencies(attack: () => Promise<Outcome>, probe: LatencyProbe, { seconds }: Options) {
  const roundSeconds = Math.min(ROUND.maxSeconds, seconds / ROUND.minRounds);
  const [baseline, during]: [Durations[], Durations[]] = [[], []];
  const outcomes: Outcome[] = [];
  for (let remaining = seconds; remaining > 0; remaining -= roundSeconds) {
    baseline.push(await probe.measureDuring(() => wait(1000 * roundSeconds * ROUND.baseline)));
    during.push(await probe.measureDuring(async () => void outcomes.push(await repeat(attack, roundSeconds))));
  }
  const latency = { baseline: computeLatencies(baseline), during: computeLatencies(during) };
  const isSlowed = REQUEST_KINDS.some(
    (kind) => latency.during[kind] > Math.max(SLOWDOWN_FLOOR_MS, SLOWDOWN_FACTOR * latency.baseline[kind]),
  );
  const outcome = outcomes.find(({ isDefended }) => !isDefended) ?? outcomes.find(({ isSlow }) => isSlow) ?? outcomes[0];
  return { outcome, latency: { ...latency, isSlowed } };
}

async function compareWithRetries(attack: () => Promise<Outcome>, probe: LatencyProbe, options: Options) {
  let result = await compareLatencies(attack, probe, options);
  for (let remaining = MAX_TRIES - 1; remaining > 0 && result.latency.isSlowed && result.outcome?.isDefended; remaining -= 1)
    result = await compareLatencies(attack, probe, options);
  return result;
}

async function runAttack(attack: Attack, target: Target, probe: LatencyProbe, options: Options): Promise<Finding> {
  const { point, name, measuresLatency: isMeasured, prepare } = attack;
  try {
    const runOnce = await prepare(target);
    const { outcome, latency } =
      isMeasured && !options.short
        ? await compareWithRetries(runOnce, probe, options)
        : { outcome: await runOnce(), latency: undefined };
    if (outcome === undefined) throw new Error('The attack did not run');
    const last = await target.restartIfDown();
    if (last !== undefined) throw new Error(`the server ended: ${last.slice(-300)}`);
    return {
      point,
      name,
      summary: outcome.summary,
      isDefended: outcome.isDefended && (options.short || !outcome.isSlow),
      latency,
    };
  } catch (error) {
    await target.restartIfDown();
    return {
      point,
      name,
      summary: `failed: ${error instanceof Error ? error.message : String(error)}`,
      isDefended: false,
      latency: undefined,
    };
  }
}

/** Runs attacks one after the other. @param report receives each finding */
export async function runAttacks(options: Options, services: Services, report: (finding: Finding) => void): Promise<Finding[]> {
  const target = await startTarget(options, services);
  try {
    const probe = await startLatencyProbe(target);
    await probe.measureDuring(() => wait(2000));
    const { only, short } = options;
    const isSelected = ({ point, name, isLongOnly }: Attack) =>
      !(short && isLongOnly && only === '') && (/^\d$/.test(only) ? only === String(point) : name.includes(only));
    const findings: Finding[] = [];
    for (const attack of ATTACKS.filter(isSelected)) {
      const finding = await runAttack(attack, target, probe, options);
      findings.push(finding);
      report(finding);
    }
    await probe.close();
    return findings;
  } finally {
    await target.close();
  }
}
