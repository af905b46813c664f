import { ReplicationLag } from './standby.ts';

describe('the lag of a standby', () => {
  it('starts with the first write that is not replayed', () => {
    const lag = new ReplicationLag();
    lag.addPrimary(10, 0);
    lag.addPrimary(20, 1000);
    lag.addPrimary(30, 2000);
    lag.setReplayed(10);
    expect(lag.getLagMs(5000)).toBe(4000);
    lag.setReplayed(20);
    expect(lag.getLagMs(5000)).toBe(3000);
  });

  it('is not underestimated after a long time', () => {
    const lag = new ReplicationLag();
    for (let second = 1; second <= 1000; second += 1) lag.addPrimary(second, second * 1000);
    lag.setReplayed(500);
    expect(lag.getLagMs(1_000_000)).toBeGreaterThan(500_000);
    lag.setReplayed(1000);
    expect(lag.getLagMs(1_000_000)).toBe(0);
  });

  it('is zero if everything is replayed, and does not grow without writes', () => {
    const lag = new ReplicationLag();
    for (const at of [0, 1000, 2000]) {
      lag.addPrimary(10, at);
      lag.setReplayed(10);
    }
    expect(lag.getLagMs(3000)).toBe(0);
  });
});
