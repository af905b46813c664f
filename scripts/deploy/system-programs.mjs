import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ROOT } from '../setup/root.mjs';

/** Output of a system program; undefined if it is not installed. */
function runQuietly(program, args) {
  const { error, status, stdout, stderr } = spawnSync(program, args, { cwd: ROOT, encoding: 'utf8', timeout: 60_000 });
  return error ? undefined : { status, text: `${stdout}${stderr}` };
}

/** Warnings that are no errors of a unit: programs are elsewhere on other machines, and its user does not exist here. */
const OF_THIS_MACHINE = /is not executable: No such file|^Unit .* not found|Failed to (?:connect|open)/;

/**
 * Errors and warnings of systemd for units.
 *
 * @param {[string, string][]} units by their paths
 * @returns {string[] | undefined} undefined without systemd
 */
export function unitFindings(units) {
  const folder = mkdtempSync(join(tmpdir(), 'solvent-units-'));
  try {
    const paths = units.map(([path, text]) => {
      const copy = join(folder, basename(path));
      writeFileSync(copy, text);
      return copy;
    });
    const answer = runQuietly('systemd-analyze', ['verify', ...paths]);
    if (answer === undefined) return undefined;
    const lines = answer.text
      .split('\n')
      .filter((line) => line.includes(folder) || /^solvent[\w-]*\.(?:service|timer)/.test(line));
    return lines.filter((line) => !OF_THIS_MACHINE.test(line)).map((line) => line.replaceAll(`${folder}/`, 'deploy/systemd/'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Errors of Kustomize.
 *
 * @param {string} overlay its folder
 * @returns {string[] | undefined} undefined without kubectl
 */
export function kustomizeFindings(overlay) {
  const answer = runQuietly('kubectl', ['kustomize', overlay]);
  if (answer === undefined) return undefined;
  return answer.status === 0 ? [] : [`${overlay} ${answer.text.trim()}`];
}
