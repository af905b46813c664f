import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../setup/root.mjs';

const CLOCK = pathToFileURL(join(ROOT, 'scripts/cluster/shifted-clock.mjs')).href;
const SHIFT = 3_600_000;

/** What a program says whose clock is shifted. */
const said = (program) =>
  execFileSync(process.execPath, ['--import', CLOCK, '--print', program], {
    encoding: 'utf8',
    env: { CLOCK_SHIFT: String(SHIFT) },
  }).trim();

describe('a shifted clock', () => {
  it.each(['Date.now()', 'new Date().getTime()', 'Date.parse(Date())'])('goes before everybody else by %s', (program) => {
    const ahead = Number(said(program)) - Date.now();
    // Less the time that it took to ask, and the part of a second that texts leave out.
    expect(ahead).toBeGreaterThan(SHIFT - 60_000);
    expect(ahead).toBeLessThanOrEqual(SHIFT);
  });

  it('leaves moments alone that somebody names', () => {
    expect(said('new Date(0).toISOString() + " " + new Date(2026, 0, 2).getDate() + " " + (new Date() instanceof Date)')).toBe(
      '1970-01-01T00:00:00.000Z 2 true',
    );
  });
});
