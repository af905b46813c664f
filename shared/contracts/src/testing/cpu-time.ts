/** The used part of Node's `process`; this package has no Node types. */
declare const process: { cpuUsage: () => { user: number; system: number } };

/** Returns the minimum CPU time of up to 5 runs in ms; stops early below `limitMs`. */
export function measureCpuMs(run: () => void, limitMs: number): number {
  let minMs = Infinity;
  for (let attempt = 0; attempt < 5 && minMs >= limitMs; attempt += 1) {
    const before = process.cpuUsage();
    run();
    const after = process.cpuUsage();
    minMs = Math.min(minMs, (after.user - before.user + after.system - before.system) / 1000);
  }
  return minMs;
}
