import type { SpanKind } from '@opentelemetry/api';
import type { Sampler } from '@opentelemetry/sdk-trace-base';

/** Traces that clients may start in a process. */
const TRACES_PER_SECOND = 20;
const MAX_BURST = 60;

/** A token bucket. @param now in ms */
export function createRateLimit(perSecond: number, burst: number, now: () => number = () => performance.now()): () => boolean {
  let [tokens, last] = [burst, now()];
  return () => {
    const at = now();
    tokens = Math.min(burst, tokens + ((at - last) / 1000) * perSecond);
    last = at;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

/** Limits spans of this kind, whose traces clients request by header. Continuations of our own traces, such as jobs, are kept. */
export function boundedSampler(
  { kept, dropped }: { kept: Sampler; dropped: Sampler },
  limitedKind: SpanKind,
  isAllowed = createRateLimit(TRACES_PER_SECOND, MAX_BURST),
): Sampler {
  return {
    shouldSample: (...args) => (args[3] !== limitedKind || isAllowed() ? kept : dropped).shouldSample(...args),
    toString: () => `AtMost{${TRACES_PER_SECOND}/s}`,
  };
}
