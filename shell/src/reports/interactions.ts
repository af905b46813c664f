import { INTERACTIONS, RUNTIME_REPORT } from '@solvent/contracts';
import type { InteractionName, SpanReport } from '@solvent/contracts';
import { http } from '@solvent/http';
import { traceWith } from '@solvent/socket';

/** A call belongs to an interaction if it starts within this time of the interaction or its last call. */
const INTERACTION_WINDOW_MS = 5000;

interface Interaction {
  name: InteractionName;
  trace: string;
  span: string;
  isSampled: boolean;
  pathname: string;
  startedAt: number;
  lastActiveAt: number;
  hasCalls: boolean;
}

const createHexId = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export interface Interactions {
  next: (getPattern: (pathname: string) => string) => SpanReport[];
}

/**
 * Gives each user interaction a trace. The calls and socket messages that follow carry its `traceparent` header (W3C).
 * @param ratio the sampled share, 0 to 1
 */
export function traceInteractions(ratio: number): Interactions {
  let current: Interaction | undefined;
  let unreportedInteractions: Interaction[] = [];

  for (const name of INTERACTIONS)
    document.addEventListener(
      name,
      () => {
        const startedAt = performance.now();
        const isSampled = Math.random() < ratio;
        const { pathname } = location;
        current = {
          name,
          trace: createHexId(16),
          span: createHexId(8),
          isSampled,
          pathname,
          startedAt,
          lastActiveAt: startedAt,
          hasCalls: false,
        };
      },
      { capture: true },
    );

  function attachCall(): Interaction | undefined {
    const now = performance.now();
    if (!current || now - current.lastActiveAt > INTERACTION_WINDOW_MS) return undefined;
    current.lastActiveAt = now;
    if (current.isSampled && !current.hasCalls && unreportedInteractions.length < RUNTIME_REPORT.spansMax)
      unreportedInteractions.push(current);
    current.hasCalls = true;
    return current;
  }

  const formatTraceparent = ({ trace, span, isSampled }: Interaction) => `00-${trace}-${span}-${isSampled ? '01' : '00'}`;
  const pendingRequests = new WeakMap<object, Interaction>();

  function recordResponse(config: object | undefined): void {
    const interaction = config && pendingRequests.get(config);
    if (interaction) interaction.lastActiveAt = performance.now();
  }

  http.interceptors.request.use((config) => {
    const interaction = attachCall();
    if (!interaction) return config;
    pendingRequests.set(config, interaction);
    config.headers.set('traceparent', formatTraceparent(interaction));
    return config;
  });
  http.interceptors.response.use((response) => {
    recordResponse(response.config);
    return response;
  });
  traceWith(() => {
    const interaction = attachCall();
    return interaction && formatTraceparent(interaction);
  });

  return {
    next(getPattern) {
      const now = performance.now();
      const spans = unreportedInteractions.map(({ trace, span, name, pathname, startedAt, lastActiveAt }) => ({
        trace,
        span,
        name,
        path: getPattern(pathname),
        ago: Math.round(now - startedAt),
        milliseconds: Math.round(lastActiveAt - startedAt),
      }));
      unreportedInteractions = [];
      return spans;
    },
  };
}
