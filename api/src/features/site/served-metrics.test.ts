import { channelSchema } from '@solvent/federation/manifest';
import { Registry } from 'prom-client';
import { createInstruments } from '../../platform/metrics/instruments.ts';
import { exportServed } from './served-metrics.ts';

const build = { name: 'toolbox', version: '1.0.0', contract: '^3.0.0', paths: [], entry: '/remotes/toolbox/a.js', integrity: '' };

/** A channel with a canary for this percentage of browsers. */
const createChannel = (percent: number) =>
  channelSchema.validateSync({
    channel: 'production',
    revision: 3,
    shell: { version: '1.0.0', paths: ['/'] },
    remotes: [{ ...build, candidate: { ...build, version: '1.1.0', percent } }],
  });

async function readMetrics(percent: number): Promise<string> {
  const registry = new Registry();
  exportServed(createInstruments(registry), async () => createChannel(percent));
  return registry.metrics();
}

it('exports the share of browsers of a canary, so that an unfinished one at 100 % is visible', async () => {
  expect(await readMetrics(100)).toContain('solvent_canary_percent{remote="toolbox",version="1.1.0"} 100');
  expect(await readMetrics(100)).toContain('solvent_remote_info{remote="toolbox",version="1.1.0",state="candidate"} 1');
});

it('exports no stopped canary', async () => {
  expect(await readMetrics(0)).not.toContain('version="1.1.0"');
});
