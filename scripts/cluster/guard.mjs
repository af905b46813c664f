import { rmSync } from 'node:fs';
import { removeDisk } from './small-disk.mjs';

/**
 * A separate process that cleans up if the cluster is killed: it stops the cluster's programs and removes its folder and disks.
 * The cluster reports each started process and each created disk.
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
      // The process has ended.
    }
  for (const disk of disks) await removeDisk(disk);
  rmSync(process.argv[2], { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});
// The cluster handles Ctrl+C.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
