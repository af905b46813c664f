import type { SpanKind } from '@opentelemetry/api';
import type { Sampler } from '@opentelemetry/sdk-trace-base';

/** So many traces a second does a process keep because somebody outside asked for them, and so many at once after a while of none. */
const KEPT_PER_SECOND = 20;
const KEPT_AT_ONCE = 60;

/** Lets so many through, whatever came before. @param now in ms */
export function keepAtMost(perSecond: number, atOnce: number, now: () => number = () => performance.now()): () => boolean {
  let [left, last] = [atOnce, now()];
  return () => {
    const at = now();
    left = Math.min(atOnce, left + ((at - last) / 1000) * perSecond);
    last = at;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}

/**
 * What is kept of traces that callers ask for, as each of them can by a header: some a second, and none of the rest. What goes on with a
 * trace of our own, such as a job, was let through when it began.
 *
 * @param fromOutside the kind of the spans of callers, which begin here
 */
export function boundedSampler(
  { kept, dropped }: { kept: Sampler; dropped: Sampler },
  fromOutside: SpanKind,
  mayKeep = keepAtMost(KEPT_PER_SECOND, KEPT_AT_ONCE),
): Sampler {
  return {
    shouldSample: (...asked) => (asked[3] !== fromOutside || mayKeep() ? kept : dropped).shouldSample(...asked),
    toString: () => `AtMost{${KEPT_PER_SECOND}/s}`,
  };
}
