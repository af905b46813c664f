import { APP_KEY_HEADER } from '@solvent/contracts';
import type { ProblemsResponse } from '@solvent/contracts';
import { connectForMaintenance } from '../../../api/src/platform/db/connect.ts';
import { startLoad } from './chat-steps.ts';
import type { Person } from './chat-client.ts';
import { addConversations } from './chat-conversations.ts';
import type { Conversation } from './chat-conversations.ts';
import { quantile } from './compare.ts';
import { reportFigures } from './figures.ts';
import type { Figures } from './figures.ts';
import { findHighestRate, MAX_P99_MS, measureStatements, buildVisit } from './load-requests.ts';
import { formatVerdicts } from './report.ts';

interface Topology {
  /** Name in the report. */
  name: string;
  /** URL of the load balancer. */
  url: string;
  /** URLs of the servers, whose metrics are read. */
  servers: string[];
  databaseUrl: string;
  appKey: string;
  /** Number of open sockets. Each sends a message every ten seconds. */
  sockets: number;
  /** Duration of the load on the sockets. */
  seconds: number;
}

/** Interval between the messages of one socket. */
const INTERVAL_MS = 10_000;
/** Maximum p99 of the time until the other socket receives a message. */
const DELIVERY_GOAL_MS = 250;

const fail = (error: Error) => {
  throw error;
};

/** Reads a metric of a server, summed over all labels. */
async function readMetric(server: string, name: string): Promise<number> {
  const text = await (await fetch(`${server}/metrics`)).text();
  const values = text
    .split('\n')
    .flatMap((line) => (new RegExp(`^${name}[ {]`).test(line) ? [Number(line.split(' ').at(-1))] : []));
  return values.reduce((sum, value) => sum + value, 0);
}

const sumMetric = async ({ servers }: Topology, name: string) =>
  (await Promise.all(servers.map((server) => readMetric(server, name)))).reduce((sum, value) => sum + value, 0);

/** Creates a user with their own address for each conversation. */
const createCallers = (conversations: readonly Conversation[]): Person[] =>
  conversations.map(({ conversationId, tokens: [token] }, place) => ({
    conversationId,
    token,
    clientAddress: `10.9.${place >> 8}.${place & 0xff}`,
  }));

/** Measures how many requests per second are answered in time, and how many statements a request takes. */
async function loadRequests(
  topology: Topology,
  conversations: Conversation[],
  count: () => Promise<number>,
): Promise<Record<string, Figures>> {
  const { url, appKey } = topology;
  const list = await fetch(`${url}/api/problems`, { headers: { [APP_KEY_HEADER]: appKey } });
  // The contract of the list guarantees the type.
  const { problems } = (await list.json()) as ProblemsResponse;
  const requests = buildVisit(problems.slice(0, 3).map(({ _id }) => _id));
  const people = createCallers(conversations);
  const [one] = people;
  if (one === undefined) return {};
  const best = await findHighestRate(
    url,
    appKey,
    people,
    requests,
    ({ requestedRate: rate, rate: answered, p50, p99, failed }) => {
      process.stdout.write(
        `  ${rate} a second requested: ${answered.toFixed(0)} answered, p50 ${p50} ms, p99 ${p99} ms, ${failed} failed\n`,
      );
    },
  );
  const statements = await measureStatements(url, appKey, one, requests, count);
  const each = Object.values(statements);
  return {
    [`requests, p99 ≤ ${MAX_P99_MS} ms`]: {
      'a second': Math.round(best?.rate ?? 0),
      'p50 ms': best?.p50 ?? Number.NaN,
      'p99 ms': best?.p99 ?? Number.NaN,
      statements: each.reduce((sum, value) => sum + value, 0) / each.length,
    },
    ...Object.fromEntries(Object.entries(statements).map(([name, value]) => [name, { statements: value }])),
  };
}

/** Measures the number of open sockets, their memory, and the latency of messages. */
async function loadSockets(topology: Topology, conversations: Conversation[]): Promise<{ figures: Figures; lost: number }> {
  const { url, appKey, seconds } = topology;
  const setup = { url, bareUrl: url, appKey, conversations, pace: { intervalMs: INTERVAL_MS, durationMs: seconds * 1000 } };
  const load = startLoad();
  try {
    const before = await sumMetric(topology, 'process_resident_memory_bytes');
    await load.run('connectAll', setup);
    const held = await sumMetric(topology, 'solvent_sockets');
    const after = await sumMetric(topology, 'process_resident_memory_bytes');
    const {
      acknowledged = [],
      received = [],
      sent = 0,
      failed = 0,
      missing = 0,
      seconds: took = 1,
    } = await load.run('sendForAll', setup);
    return {
      figures: {
        held,
        'a second': Math.round(sent / took),
        'KiB each': Math.round((after - before) / held / 1024),
        'acknowledged p99 ms': quantile(acknowledged, 0.99),
        'received p50 ms': quantile(received, 0.5),
        'received p99 ms': quantile(received, 0.99),
        refused: failed,
        'not received in time': missing,
      },
      lost: missing + failed,
    };
  } finally {
    load.end();
  }
}

/** Loads a running cluster, whose topology is the first argument. */
async function main(topology: Topology): Promise<void> {
  const { db, pool } = connectForMaintenance(topology.databaseUrl, fail);
  try {
    await db.$client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
    const count = async () => {
      const { rows } = await db.$client.query<{ calls: number }>(
        "SELECT sum(calls)::float8 AS calls FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_statements%'",
      );
      return rows[0]?.calls ?? 0;
    };
    const conversations = await addConversations(db, topology.sockets / 2);
    process.stdout.write(`${topology.name}\n`);
    const requests = await loadRequests(topology, conversations, count);
    const { figures, lost } = await loadSockets(topology, conversations);
    const goals = [
      { label: `${topology.sockets} sockets, a message every 10 s each: none lost`, holds: () => lost === 0 },
      {
        label: `received p99 at most ${DELIVERY_GOAL_MS} ms`,
        holds: () => (figures['received p99 ms'] ?? Infinity) <= DELIVERY_GOAL_MS,
      },
    ];
    const held = formatVerdicts({}, goals);
    reportFigures(`load, ${topology.name}`, `Load: ${topology.name}`, { ...requests, sockets: figures }, held);
    if (held.some((line) => line.startsWith('MISSED'))) process.exitCode = 1;
  } finally {
    await pool.end();
  }
}

// The script of the cluster passes the topology as JSON.
await main(JSON.parse(process.argv[2] ?? '') as Topology);
