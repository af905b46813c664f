import { readFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;

/** Resource usage of a process. */
export interface ProcessUsage {
  cpuMs: number;
  /** Current memory (MB). */
  memory: number;
  /** Maximum memory so far (MB). */
  peak: number;
}

/** Reads the resource usage of a process from /proc, which only Linux has. */
export function readProcessUsage(pid: number): ProcessUsage {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The fields after the program's name, which may contain spaces. utime and stime are the 14th and 15th fields of the line.
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
