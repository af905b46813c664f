import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../setup/root.mjs';
import { findPromtool } from '../cluster/unpacked-program.mjs';

const FOLDER = join(ROOT, 'deploy', 'prometheus');
let promtool = '';
beforeAll(async () => {
  promtool = await findPromtool();
}, 300_000);

/** @param {string[]} words */
const run = (...words) => {
  const { status, stdout, stderr } = spawnSync(promtool, words, { cwd: FOLDER, encoding: 'utf8' });
  return { status, output: stdout + stderr };
};

describe('what Prometheus is given', () => {
  it('is a configuration that it takes', () => {
    const { status, output } = run('check', 'config', '--syntax-only', 'prometheus.yml');
    expect([status, output]).toEqual([0, expect.stringContaining('is valid prometheus config file syntax')]);
  });

  it('has alerts that come where they should, and stay away where all is well', () => {
    const { status, output } = run('test', 'rules', 'rules.test.yml');
    expect([status, output]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
});
