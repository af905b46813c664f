import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Conversation } from './chat-conversations.ts';

/** Target of the load. */
export interface ChatSetup {
  url: string;
  /** A server that acknowledges and does nothing else. */
  bareUrl: string;
  appKey: string;
  conversations: Conversation[];
  pace: SendPace;
}

/** Interval of each user's messages, at random offsets, and the measured duration (ms). */
export interface SendPace {
  every: number;
  lasts: number;
}

/** Results of a step: times in ms. */
export interface Measured {
  bare?: number[];
  acknowledged?: number[];
  received?: number[];
  /** Acknowledged as requests. */
  requested?: number[];
  /** How long the step took (s). */
  seconds?: number;
  sent?: number;
  failed?: number;
  missing?: number;
}

/** Puts load on a server from another process, so that its own work does not count as the server's. */
export interface Load {
  run(step: 'bare' | 'oneByOne' | 'connectAll' | 'sendForAll', setup: ChatSetup): Promise<Measured>;
  end(): void;
}

/** Starts the process. */
export function startLoad(): Load {
  // The bundle of that process is beside this one.
  const child = fork(fileURLToPath(new URL('chat-load.js', import.meta.url)));
  const run: Load['run'] = (step, setup) =>
    new Promise((resolve, reject) => {
      child.once('message', ({ measured, failure }: { measured?: Measured; failure?: string }) => {
        if (measured === undefined) reject(new Error(failure));
        else resolve(measured);
      });
      child.send({ step, setup });
    });
  return { run, end: () => child.disconnect() };
}
