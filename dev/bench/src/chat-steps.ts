import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Conversation } from './chat-conversations.ts';

export interface ChatSetup {
  url: string;
  /** A server that acknowledges and does nothing else. */
  bareUrl: string;
  appKey: string;
  conversations: Conversation[];
  pace: SendPace;
}

/** Interval between the messages of one user, and duration of the measurement. */
export interface SendPace {
  intervalMs: number;
  durationMs: number;
}

/** Results of a step. Arrays contain times in ms. */
export interface Measured {
  bare?: number[];
  acknowledged?: number[];
  received?: number[];
  /** Times until a message sent over HTTP is acknowledged. */
  requested?: number[];
  /** Duration of the step. */
  seconds?: number;
  sent?: number;
  failed?: number;
  missing?: number;
}

/** Puts load on a server from another process, so that generating it does not count as work of the server. */
export interface Load {
  run(step: 'bare' | 'oneByOne' | 'connectAll' | 'sendForAll', setup: ChatSetup): Promise<Measured>;
  end(): void;
}

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
