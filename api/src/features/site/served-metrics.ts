import type { ChannelDocument } from '@solvent/federation/manifest';
import type { Instruments } from '../../platform/metrics/instruments.ts';

/** Exports the live revision and its versions as labels. */
export function exportServed(metrics: Instruments, readLive: () => Promise<ChannelDocument | undefined>): void {
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    list: (live: ChannelDocument) => { labels: Record<Label, string>; value?: number }[],
  ) =>
    metrics.gauge(`solvent_${name}`, help, labelNames, async (self) => {
      const live = await readLive().catch(() => undefined);
      self.reset();
      for (const { labels, value = 1 } of live ? list(live) : []) self.set(labels, value);
    });
  gauge('revision_info', 'The live revision of the channel.', ['channel', 'revision'], ({ channel, revision }) => [
    { labels: { channel, revision: String(revision) } },
  ]);
  gauge(
    'remote_info',
    'Versions of the shell and of each remote in the live revision; a candidate belongs to a canary.',
    ['remote', 'version', 'state'],
    (live) => [
      { labels: { remote: 'shell', version: live.shell.version, state: 'live' } },
      ...live.remotes.map(({ name, version }) => ({ labels: { remote: name, version, state: 'live' } })),
      ...listCanaries(live).map(({ name, version }) => ({ labels: { remote: name, version, state: 'candidate' } })),
    ],
  );
  gauge(
    'canary_percent',
    'Percentage of browsers that run a candidate. At 100 no browser runs the live version, and the canary is not finished.',
    ['remote', 'version'],
    (live) => listCanaries(live).map(({ name, version, percent }) => ({ labels: { remote: name, version }, value: percent })),
  );
}

/** Candidates that some browsers run, with the live versions of their remotes. */
export const listCanaries = ({ remotes }: ChannelDocument) =>
  remotes.flatMap(({ version: live, candidate }) => (candidate && candidate.percent > 0 ? [{ ...candidate, live }] : []));
