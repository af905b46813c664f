import { Counter, Gauge } from 'prom-client';
import type { Registry } from 'prom-client';

/** Too many connections of a network or sockets of a user; no active session; a failure; too many packets. */
export type SocketRefusal = 'network' | 'crowded' | 'unauthenticated' | 'unavailable' | 'flood';

export interface SocketWatcher {
  opened(): void;
  refused(reason: SocketRefusal): void;
  received(event: string): void;
  /** A page's message was not stored. @param reason the error's code, `internal` for an unexpected one */
  sendFailed(reason: string): void;
  sent(): void;
}

/** Known events; clients can send any name. */
const EVENTS = new Set(['send_message', 'typing', 'watch_problem', 'unwatch_problem']);

export function measureSockets(count: () => number, registers: Registry[]): SocketWatcher {
  new Gauge({
    name: 'solvent_sockets',
    help: 'Open sockets.',
    registers,
    collect() {
      this.set(count());
    },
  }).set(0);
  const opened = new Counter({ name: 'solvent_socket_connections_total', help: 'Accepted sockets.', registers });
  const refused = new Counter({
    name: 'solvent_socket_refusals_total',
    help: 'Sockets that were rejected or, for flood, closed.',
    labelNames: ['reason'],
    registers,
  });
  const received = new Counter({
    name: 'solvent_socket_said_total',
    help: 'Events from pages, by name.',
    labelNames: ['event'],
    registers,
  });
  const sendFailed = new Counter({
    name: 'solvent_socket_send_failures_total',
    help: 'Messages sent over sockets that were not stored, by error code.',
    labelNames: ['reason'],
    registers,
  });
  const sent = new Counter({ name: 'solvent_socket_told_total', help: 'Events sent to pages.', registers });
  return {
    opened: () => opened.inc(),
    refused: (reason) => refused.inc({ reason }),
    received: (event) => received.inc({ event: EVENTS.has(event) ? event : 'other' }),
    sendFailed: (reason) => sendFailed.inc({ reason }),
    sent: () => sent.inc(),
  };
}
