import type pg from 'pg';
import { StartupError } from '../config/startup-error.ts';

/** Cost of a statement since the last reset; times in ms. `pnpm solvent statements` (commands/database.ts) prints it as JSON. */
export interface StatementCost {
  statement: string;
  calls: number;
  total: number;
  mean: number;
  most: number;
  rows: number;
  /** Pages of 8 kB that were not in shared buffers. */
  read: number;
  share: number;
}

export const COST_ORDERS = { total: 'total_exec_time', mean: 'mean_exec_time', calls: 'calls', rows: 'rows' } as const;
export type CostOrder = keyof typeof COST_ORDERS;

const EXTENSION_NEEDED =
  "The extension pg_stat_statements is needed: set shared_preload_libraries = 'pg_stat_statements' in postgresql.conf, restart PostgreSQL, and run CREATE EXTENSION pg_stat_statements in this database.";

const MISSING_EXTENSION_CODES = new Set(['42P01', '42883', '55000']);

async function query<Row extends object>(pool: pg.Pool, text: string, values: unknown[] = []): Promise<Row[]> {
  try {
    return (await pool.query(text, values)).rows as Row[];
  } catch (error) {
    if (error instanceof Error && 'code' in error && MISSING_EXTENSION_CODES.has(String(error.code)))
      throw new StartupError(EXTENSION_NEEDED);
    throw error;
  }
}

/** @throws StartupError without the extension */
export const readStatementCosts = (pool: pg.Pool, order: CostOrder, limit: number): Promise<StatementCost[]> =>
  query(
    pool,
    `SELECT regexp_replace(query, '\\s+', ' ', 'g') AS statement, calls::float8, total_exec_time AS total, mean_exec_time AS mean,
       max_exec_time AS most, rows::float8, shared_blks_read::float8 AS read,
       total_exec_time / nullif(sum(total_exec_time) OVER (), 0) AS share
     FROM pg_stat_statements WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND toplevel
     ORDER BY ${COST_ORDERS[order]} DESC LIMIT $1`,
    [limit],
  );

/** @throws StartupError without the extension */
export async function resetStatementCosts(pool: pg.Pool): Promise<void> {
  await query(pool, 'SELECT pg_stat_statements_reset()');
}

const DEFAULT_WIDTH = 110;

const HEADER = ['share', 'total s', 'mean ms', 'max ms', 'calls', 'rows', 'read', 'statement'];

export function formatCostsTable(costs: readonly StatementCost[], width = DEFAULT_WIDTH): string {
  const rows = costs.map(({ statement, calls, total, mean, most, rows: found, read, share }) => [
    `${(share * 100).toFixed(1)} %`,
    (total / 1000).toFixed(1),
    mean.toFixed(2),
    most.toFixed(1),
    String(calls),
    String(found),
    String(read),
    statement.length > width ? `${statement.slice(0, width - 1)}…` : statement,
  ]);
  return [HEADER, ...rows]
    .map((row) => row.map((cell, index) => (index === HEADER.length - 1 ? cell : cell.padStart(9))).join('  '))
    .join('\n');
}
