import type { ChannelDocument } from '@solvent/federation/manifest';
import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import { readProduct } from '../config/product.ts';

export type ReadServed = () => Promise<ChannelDocument | undefined>;

/** Exports the build, and the live revision with its versions, as labels. @returns sets the reader of the live revision */
export function createServedGauges(registers: Registry[]): (read: ReadServed) => void {
  let read: ReadServed = async () => undefined;
  const readLive = () => read().catch(() => undefined);
  const revision = new Gauge({
    name: 'solvent_revision_info',
    help: 'The live revision of the channel.',
    labelNames: ['channel', 'revision'],
    registers: [],
    async collect() {
      const live = await readLive();
      this.reset();
      if (live) this.set({ channel: live.channel, revision: String(live.revision) }, 1);
    },
  });
  const remotes = new Gauge({
    name: 'solvent_remote_info',
    help: 'Versions of the shell and of each remote in the live revision; a candidate belongs to a canary.',
    labelNames: ['remote', 'version', 'state'],
    registers: [],
    async collect() {
      const live = await readLive();
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
      const live = await readLive();
      this.reset();
      for (const { name: remote, candidate } of live?.remotes ?? [])
        if (candidate && candidate.percent > 0) this.set({ remote, version: candidate.version }, candidate.percent);
    },
  });
  const build = new Gauge({
    name: 'solvent_build_info',
    help: 'Version and git revision of this build.',
    labelNames: ['version', 'revision'],
    registers: [],
  });
  build.set({ ...readProduct() }, 1);
  for (const registry of registers) for (const gauge of [build, revision, remotes, canaries]) registry.registerMetric(gauge);
  return (newReader) => {
    read = newReader;
  };
}
