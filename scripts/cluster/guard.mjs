import { rmSync } from 'node:fs';
import { removeDisk } from './small-disk.mjs';

/**
 * A process beside the cluster: if the cluster was killed, it stops the cluster's programs and removes its folder. It
 * receives each started process and each created disk, and a heartbeat.
 */
const pids = new Set();
const disks = new Set();
let isOver = false;

process.on('message', (/** @type {{ pid?: number, disk?: string, over?: boolean }} */ { pid, disk, over }) => {
  if (disk !== undefined) disks.add(disk);
  if (pid !== undefined) pids.add(pid);
  if (over) isOver = true;
});

process.once('disconnect', async () => {
  if (isOver) return;
  for (const pid of pids)
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  for (const disk of disks) await removeDisk(disk);
  rmSync(process.argv[2], { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});
// The cluster handles Ctrl+C.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
