import { spawnSync } from 'node:child_process';
import { ROOT } from '../setup/root.mjs';

/** The revision of git that is checked out, with a + where files differ from it; nothing where there is no git. @returns {string} */
export function readRevision() {
  const git = (...args) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  const { status, stdout } = git('rev-parse', 'HEAD');
  if (status !== 0) return '';
  const isClean = git('status', '--porcelain').stdout === '';
  return `${stdout.trim()}${isClean ? '' : '+'}`;
}
