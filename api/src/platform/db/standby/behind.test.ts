import { Behind, placeInLog } from './behind.ts';

it('a place in the log is compared by its file first', () => {
  expect(placeInLog('1/0')).toBeGreaterThan(placeInLog('0/FFFFFFFF'));
  expect(placeInLog('0/1A0')).toBeGreaterThan(placeInLog('0/A0'));
});

describe('how far a standby is behind', () => {
  it('counts from the first thing that it does not have', () => {
    const behind = new Behind();
    behind.primaryAt(10n, 0);
    behind.primaryAt(20n, 1000);
    behind.primaryAt(30n, 2000);
    behind.standbyAt(10n);
    expect(behind.behind(5000)).toBe(4000);
    behind.standbyAt(20n);
    expect(behind.behind(5000)).toBe(3000);
  });

  it('is never told as less for having been long: nothing is forgotten that the standby does not have', () => {
    const behind = new Behind();
    for (let second = 1; second <= 1000; second += 1) behind.primaryAt(BigInt(second), second * 1000);
    behind.standbyAt(500n);
    expect(behind.behind(1_000_000)).toBeGreaterThan(500_000);
    behind.standbyAt(1000n);
    expect(behind.behind(1_000_000)).toBe(0);
  });

  it('is nothing where it has everything, and does not grow while nothing is stored', () => {
    const behind = new Behind();
    for (const at of [0, 1000, 2000]) {
      behind.primaryAt(10n, at);
      behind.standbyAt(10n);
    }
    expect(behind.behind(3000)).toBe(0);
  });
});
