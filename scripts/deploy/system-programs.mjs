import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ROOT } from '../setup/root.mjs';

/** What a program of the system says; undefined where the system has it not. */
function ask(program, args) {
  const { error, status, stdout, stderr } = spawnSync(program, args, { cwd: ROOT, encoding: 'utf8', timeout: 60_000 });
  return error ? undefined : { status, text: `${stdout}${stderr}` };
}

/** What is no fault of a unit: programs are elsewhere on other machines, and its user is not on this one. */
const OF_THIS_MACHINE = /is not executable: No such file|^Unit .* not found|Failed to (?:connect|open)/;

/**
 * What systemd would pass over in units, or refuse.
 *
 * @param {[string, string][]} units by their paths @returns {string[] | undefined} nothing where systemd is not there
 */
export function unitFindings(units) {
  const folder = mkdtempSync(join(tmpdir(), 'solvent-units-'));
  try {
    const paths = units.map(([path, text]) => {
      const copy = join(folder, basename(path));
      writeFileSync(copy, text);
      return copy;
    });
    const answer = ask('systemd-analyze', ['verify', ...paths]);
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
 * What Kustomize cannot put together.
 *
 * @param {string} overlay its folder @returns {string[] | undefined} nothing where kubectl is not there
 */
export function kustomizeFindings(overlay) {
  const answer = ask('kubectl', ['kustomize', overlay]);
  if (answer === undefined) return undefined;
  return answer.status === 0 ? [] : [`${overlay} ${answer.text.trim()}`];
}
