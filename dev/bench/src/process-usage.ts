import { readFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;

/** Resource usage of a process. */
export interface ProcessUsage {
  /** CPU time. */
  cpuMs: number;
  /** Memory (MB): at this moment, and at most. */
  memory: number;
  peak: number;
}

/** @param pid of a process on Linux, read from /proc */
export function readProcessUsage(pid: number): ProcessUsage {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Behind the program's name, which may have spaces: utime and stime are the 14th and 15th field of all.
  const [utime, stime] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  return {
    cpuMs: ((utime ?? Number.NaN) + (stime ?? Number.NaN)) * TICK_MS,
    memory: megabytes('VmRSS'),
    peak: megabytes('VmHWM'),
  };
}
