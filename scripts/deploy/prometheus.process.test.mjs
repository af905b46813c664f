import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../setup/root.mjs';
import { findPromtool } from '../cluster/unpacked-program.mjs';

const FOLDER = join(ROOT, 'deploy', 'prometheus');
let promtool = '';
beforeAll(async () => {
  promtool = await findPromtool();
}, 300_000);

const run = (...args) => {
  const { status, stdout, stderr } = spawnSync(promtool, args, { cwd: FOLDER, encoding: 'utf8' });
  return { status, output: stdout + stderr };
};

describe('the configuration of Prometheus', () => {
  it('is valid', () => {
    const { status, output } = run('check', 'config', '--syntax-only', 'prometheus.yml');
    expect([status, output]).toEqual([0, expect.stringContaining('is valid prometheus config file syntax')]);
  });

  it('fires alerts only on problems', () => {
    const { status, output } = run('test', 'rules', 'rules.test.yml');
    expect([status, output]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
});
