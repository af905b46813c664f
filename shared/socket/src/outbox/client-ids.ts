import { V7Generator } from 'uuidv7';

const generator = new V7Generator();

/** Milliseconds that a clock may go back without anybody noticing. */
const ROLLBACK = 10_000;

/** When a UUIDv7 was made, in ms since 1970: its first 48 bits. */
const timeOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** A UUIDv7 that sorts after `previous`, whatever the clock says: another tab may have made that one, or a clock was set back. */
export function nextClientId(previous: string | undefined): string {
  const earliest = previous === undefined ? 0 : timeOf(previous) + 1;
  return generator.generateOrResetCore(Math.max(Date.now(), earliest), ROLLBACK).toString();
}
