import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ROOT } from '../setup/root.mjs';

/** Runs a system program. @returns its status and output; undefined if it is not installed */
function runQuietly(program, args) {
  const { error, status, stdout, stderr } = spawnSync(program, args, { cwd: ROOT, encoding: 'utf8', timeout: 60_000 });
  return error ? undefined : { status, text: `${stdout}${stderr}` };
}

/** Warnings about this machine, which may lack the unit's programs, user and dependencies. */
const IGNORED_WARNING = /is not executable: No such file|^Unit .* not found|Failed to (?:connect|open)/;

/**
 * Runs `systemd-analyze verify`.
 *
 * @param {[string, string][]} units pairs of path and content
 * @returns {string[] | undefined} errors and warnings; undefined if systemd is not installed
 */
export function findUnitErrors(units) {
  const folder = mkdtempSync(join(tmpdir(), 'solvent-units-'));
  try {
    const paths = units.map(([path, text]) => {
      const copy = join(folder, basename(path));
      writeFileSync(copy, text);
      return copy;
    });
    const result = runQuietly('systemd-analyze', ['verify', ...paths]);
    if (result === undefined) return undefined;
    const lines = result.text
      .split('\n')
      .filter((line) => line.includes(folder) || /^solvent[\w-]*\.(?:service|timer)/.test(line));
    return lines.filter((line) => !IGNORED_WARNING.test(line)).map((line) => line.replaceAll(`${folder}/`, 'deploy/systemd/'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Runs `kubectl kustomize`.
 *
 * @param {string} overlay folder
 * @returns {string[] | undefined} errors; undefined if kubectl is not installed
 */
export function findKustomizeErrors(overlay) {
  const result = runQuietly('kubectl', ['kustomize', overlay]);
  if (result === undefined) return undefined;
  return result.status === 0 ? [] : [`${overlay} ${result.text.trim()}`];
}
