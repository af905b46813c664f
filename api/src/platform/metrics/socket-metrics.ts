import { Counter, Gauge } from 'prom-client';
import type { Registry } from 'prom-client';

/** Why a socket, or its connection, was refused or ended: too many of a network, of a person; no session; too much said. */
export type SocketRefusal = 'network' | 'crowded' | 'unauthenticated' | 'unavailable' | 'flood';

/** Hears what happens on sockets. */
export interface SocketWatcher {
  opened(): void;
  refused(reason: SocketRefusal): void;
  /** A page said something; names that are none of the product's are one. */
  said(event: string): void;
  /** A message that a page sent was not stored. @param reason the error's code, `internal` for an unexpected one */
  sendFailed(reason: string): void;
  /** A page was told something. */
  told(): void;
}

/** What pages may say. */
const EVENTS = new Set(['send_message', 'typing', 'watch_problem', 'unwatch_problem']);

/** Counts what happens on sockets. @param count how many are open at this moment */
export function measureSockets(count: () => number, registers: Registry[]): SocketWatcher {
  const open = new Gauge({
    name: 'solvent_sockets',
    help: 'Open sockets.',
    registers: [],
    collect() {
      this.set(count());
    },
  });
  for (const registry of registers) registry.registerMetric(open);
  const opened = new Counter({ name: 'solvent_socket_connections_total', help: 'Sockets that were let in.', registers });
  const refused = new Counter({
    name: 'solvent_socket_refusals_total',
    help: 'Sockets that were not let in, or were cut off (flood).',
    labelNames: ['reason'],
    registers,
  });
  const said = new Counter({
    name: 'solvent_socket_said_total',
    help: 'What pages said over sockets, by event.',
    labelNames: ['event'],
    registers,
  });
  const sendFailed = new Counter({
    name: 'solvent_socket_send_failures_total',
    help: 'Messages sent over sockets that were not stored, by the code of the error.',
    labelNames: ['reason'],
    registers,
  });
  const told = new Counter({ name: 'solvent_socket_told_total', help: 'What pages were told over sockets.', registers });
  return {
    opened: () => opened.inc(),
    refused: (reason) => refused.inc({ reason }),
    said: (event) => said.inc({ event: EVENTS.has(event) ? event : 'other' }),
    sendFailed: (reason) => sendFailed.inc({ reason }),
    told: () => told.inc(),
  };
}
