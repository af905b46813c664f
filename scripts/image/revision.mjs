import { spawnSync } from 'node:child_process';
import { ROOT } from '../setup/root.mjs';

/** @returns {string} the checked-out git revision, with a `+` if files differ from it; empty without git */
export function readRevision() {
  const git = (...args) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  const { status, stdout } = git('rev-parse', 'HEAD');
  if (status !== 0) return '';
  const isClean = git('status', '--porcelain').stdout === '';
  return `${stdout.trim()}${isClean ? '' : '+'}`;
}
