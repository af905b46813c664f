import { channelSchema } from '@solvent/federation/manifest';
import { Registry } from 'prom-client';
import { servedGauges } from './served.ts';

const build = { name: 'toolbox', version: '1.0.0', contract: '^3.0.0', paths: [], entry: '/remotes/toolbox/a.js', integrity: '' };

/** The channel with a canary in so many of 100 browsers. */
const live = (percent: number) =>
  channelSchema.validateSync({
    channel: 'production',
    revision: 3,
    shell: { version: '1.0.0', paths: ['/'] },
    remotes: [{ ...build, candidate: { ...build, version: '1.1.0', percent } }],
  });

async function figures(percent: number): Promise<string> {
  const registry = new Registry();
  servedGauges([registry])(async () => live(percent));
  return registry.metrics();
}

it('shows in how many browsers a canary runs, so that one that runs in all is seen', async () => {
  expect(await figures(100)).toContain('solvent_canary_percent{remote="toolbox",version="1.1.0"} 100');
  expect(await figures(100)).toContain('solvent_remote_info{remote="toolbox",version="1.1.0",state="candidate"} 1');
});

it('shows none that was stopped', async () => {
  expect(await figures(0)).not.toContain('version="1.1.0"');
});
