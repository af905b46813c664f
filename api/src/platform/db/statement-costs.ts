import type pg from 'pg';
import { StartupError } from '../config/startup-error.ts';

/** What a kind of statement has cost since the figures were last forgotten. Times in ms. */
export interface StatementCost {
  /** As it was written, with $1 for values, on one line. */
  statement: string;
  calls: number;
  total: number;
  mean: number;
  /** The longest one. */
  most: number;
  rows: number;
  /** Pages of 8 kB that were not in the database's memory. */
  read: number;
  /** Of the time of all statements. */
  share: number;
}

/** What a list is ordered by, the most first. */
export const COST_ORDERS = { total: 'total_exec_time', mean: 'mean_exec_time', calls: 'calls', rows: 'rows' } as const;
export type CostOrder = keyof typeof COST_ORDERS;

const NEEDED =
  "The extension pg_stat_statements is needed: set shared_preload_libraries = 'pg_stat_statements' in postgresql.conf, restart PostgreSQL, and run CREATE EXTENSION pg_stat_statements in this database.";

/** PostgreSQL's words for: no such table or function; not loaded at its start. */
const MISSING = new Set(['42P01', '42883', '55000']);

async function ask<Row extends object>(pool: pg.Pool, text: string, values: unknown[] = []): Promise<Row[]> {
  try {
    // The statement's own words say which columns there are.
    return (await pool.query(text, values)).rows as Row[];
  } catch (error) {
    if (error instanceof Error && 'code' in error && MISSING.has(String(error.code))) throw new StartupError(NEEDED);
    throw error;
  }
}

/** The statements of this database that cost most. @throws StartupError where nobody counts */
export const readStatementCosts = (pool: pg.Pool, order: CostOrder, limit: number): Promise<StatementCost[]> =>
  ask(
    pool,
    `SELECT regexp_replace(query, '\\s+', ' ', 'g') AS statement, calls::float8, total_exec_time AS total, mean_exec_time AS mean,
       max_exec_time AS most, rows::float8, shared_blks_read::float8 AS read,
       total_exec_time / nullif(sum(total_exec_time) OVER (), 0) AS share
     FROM pg_stat_statements WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND toplevel
     ORDER BY ${COST_ORDERS[order]} DESC LIMIT $1`,
    [limit],
  );

/** From now on is counted anew. @throws StartupError where nobody counts, or this role may not */
export async function resetStatementCosts(pool: pg.Pool): Promise<void> {
  await ask(pool, 'SELECT pg_stat_statements_reset()');
}

/** So much of a statement is shown. */
const SHOWN = 110;

const HEAD = ['share', 'total s', 'mean ms', 'max ms', 'calls', 'rows', 'read', 'statement'];

/** A table for people. @param width so much of each statement */
export function formatCostsTable(costs: readonly StatementCost[], width = SHOWN): string {
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
  return [HEAD, ...rows]
    .map((row) => row.map((cell, at) => (at === HEAD.length - 1 ? cell : cell.padStart(9))).join('  '))
    .join('\n');
}
