import { parseLsn, ReplicationLag } from './standby.ts';

it('positions in the log are compared by file first', () => {
  expect(parseLsn('1/0')).toBeGreaterThan(parseLsn('0/FFFFFFFF'));
  expect(parseLsn('0/1A0')).toBeGreaterThan(parseLsn('0/A0'));
});

describe('the lag of a standby', () => {
  it('starts with the first write that is not replayed', () => {
    const lag = new ReplicationLag();
    lag.addPrimary(10n, 0);
    lag.addPrimary(20n, 1000);
    lag.addPrimary(30n, 2000);
    lag.setReplayed(10n);
    expect(lag.getLagMs(5000)).toBe(4000);
    lag.setReplayed(20n);
    expect(lag.getLagMs(5000)).toBe(3000);
  });

  it('is not underestimated after a long time', () => {
    const lag = new ReplicationLag();
    for (let second = 1; second <= 1000; second += 1) lag.addPrimary(BigInt(second), second * 1000);
    lag.setReplayed(500n);
    expect(lag.getLagMs(1_000_000)).toBeGreaterThan(500_000);
    lag.setReplayed(1000n);
    expect(lag.getLagMs(1_000_000)).toBe(0);
  });

  it('is zero if everything is replayed, and does not grow without writes', () => {
    const lag = new ReplicationLag();
    for (const at of [0, 1000, 2000]) {
      lag.addPrimary(10n, at);
      lag.setReplayed(10n);
    }
    expect(lag.getLagMs(3000)).toBe(0);
  });
});
