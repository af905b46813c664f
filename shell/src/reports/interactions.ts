import { INTERACTIONS, RUNTIME_REPORT } from '@solvent/contracts';
import type { InteractionName, SpanReport } from '@solvent/contracts';
import { http } from '@solvent/http';
import { traceWith } from '@solvent/socket';

/** Calls that come so long (ms) after what a person did, and after the last call that it led to, are part of it. */
const LASTS = 5000;

/** What a person did, and what it led to. Times are `performance.now()`. */
interface Interaction {
  name: InteractionName;
  trace: string;
  span: string;
  isKept: boolean;
  pathname: string;
  begun: number;
  /** When something of it was last asked or answered. */
  last: number;
  hasCalls: boolean;
}

const hexDigits = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** What is told of interactions that led to calls, once those are answered. */
export interface Interactions {
  next: (patternOf: (pathname: string) => string) => SpanReport[];
}

/**
 * Gives what people do a trace: calls and messages that it leads to carry its `traceparent` (W3C), so that what servers do for it is
 * found under it.
 *
 * @param ratio of how many of 1 a trace is kept; the others say so to servers
 */
export function followInteractions(ratio: number): Interactions {
  let current: Interaction | undefined;
  let told: Interaction[] = [];

  for (const name of INTERACTIONS)
    document.addEventListener(
      name,
      () => {
        const begun = performance.now();
        const isKept = Math.random() < ratio;
        const { pathname } = location;
        current = { name, trace: hexDigits(16), span: hexDigits(8), isKept, pathname, begun, last: begun, hasCalls: false };
      },
      { capture: true },
    );

  function take(): Interaction | undefined {
    const now = performance.now();
    if (!current || now - current.last > LASTS) return undefined;
    current.last = now;
    if (current.isKept && !current.hasCalls && told.length < RUNTIME_REPORT.spansMax) told.push(current);
    current.hasCalls = true;
    return current;
  }

  const headerOf = ({ trace, span, isKept }: Interaction) => `00-${trace}-${span}-${isKept ? '01' : '00'}`;
  const underway = new WeakMap<object, Interaction>();

  function answered(config: object | undefined): void {
    const interaction = config && underway.get(config);
    if (interaction) interaction.last = performance.now();
  }

  http.interceptors.request.use((config) => {
    const interaction = take();
    if (!interaction) return config;
    underway.set(config, interaction);
    config.headers.set('traceparent', headerOf(interaction));
    return config;
  });
  http.interceptors.response.use((response) => {
    answered(response.config);
    return response;
  });
  traceWith(() => {
    const interaction = take();
    return interaction && headerOf(interaction);
  });

  return {
    next(patternOf) {
      const now = performance.now();
      const spans = told.map(({ trace, span, name, pathname, begun, last }) => ({
        trace,
        span,
        name,
        path: patternOf(pathname),
        ago: Math.round(now - begun),
        milliseconds: Math.round(last - begun),
      }));
      told = [];
      return spans;
    },
  };
}
