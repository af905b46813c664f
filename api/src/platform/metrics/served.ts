import type { ChannelDocument } from '@solvent/federation/manifest';
import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import { readProduct } from '../config/product.ts';

/** What is live: undefined where nothing is known. */
export type ReadServed = () => Promise<ChannelDocument | undefined>;

/**
 * Shows which build this process is, which revision it serves, and which versions of the remotes it is made of: in labels, and the value is 1.
 * @returns says how to find out; until then nothing is shown
 */
export function servedGauges(registers: Registry[]): (read: ReadServed) => void {
  let read: ReadServed = async () => undefined;
  const known = () => read().catch(() => undefined);
  const revision = new Gauge({
    name: 'solvent_revision_info',
    help: 'The revision of the channel that pages are made of.',
    labelNames: ['channel', 'revision'],
    registers: [],
    async collect() {
      const live = await known();
      this.reset();
      if (live) this.set({ channel: live.channel, revision: String(live.revision) }, 1);
    },
  });
  const remotes = new Gauge({
    name: 'solvent_remote_info',
    help: 'The versions of the shell and of each remote that this revision pins, live or as a candidate of a canary.',
    labelNames: ['remote', 'version', 'state'],
    registers: [],
    async collect() {
      const live = await known();
      this.reset();
      if (live) this.set({ remote: 'shell', version: live.shell.version, state: 'live' }, 1);
      for (const { name: remote, version, candidate } of live?.remotes ?? []) {
        this.set({ remote, version, state: 'live' }, 1);
        if (candidate && candidate.percent > 0) this.set({ remote, version: candidate.version, state: 'candidate' }, 1);
      }
    },
  });
  const canaries = new Gauge({
    name: 'solvent_canary_percent',
    help: 'Percentage of browsers that run a candidate. At 100 no browser runs the live version, and the canary is not finished.',
    labelNames: ['remote', 'version'],
    registers: [],
    async collect() {
      const live = await known();
      this.reset();
      for (const { name: remote, candidate } of live?.remotes ?? [])
        if (candidate && candidate.percent > 0) this.set({ remote, version: candidate.version }, candidate.percent);
    },
  });
  const build = new Gauge({
    name: 'solvent_build_info',
    help: 'Which product this process is, by its version and the revision of git that it was built of.',
    labelNames: ['version', 'revision'],
    registers: [],
  });
  build.set({ ...readProduct() }, 1);
  for (const registry of registers) for (const gauge of [build, revision, remotes, canaries]) registry.registerMetric(gauge);
  return (how) => {
    read = how;
  };
}
