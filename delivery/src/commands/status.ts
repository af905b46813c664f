import { storeLayout } from '@solvent/federation/manifest';
import { newestGood, openChannel, createPlan } from '@solvent/releases';
import type { PinnedVersions } from '@solvent/releases';
import { createNothingLiveError } from './context.ts';
import type { Command } from './command.ts';

const LESSON = `Prints what pages are made of from now on: the version of the shell and of each remote, what each falls back to when it
cannot be loaded ("before it"), canaries, and what "?remote=" may put in their place.

  pnpm delivery status
  pnpm delivery status --channel staging`;

export const status: Command = {
  usage: '',
  summary: 'what is live',
  arguments: 0,
  lesson: LESSON,
  readsOnly: true,
  async run(context) {
    const { store, channel: name, print } = context;
    const channel = openChannel(store, name);
    const current = await channel.current();
    const served = await newestGood(store, name, current);
    const live = served && (await channel.revision(served.document.revision));
    if (!live) throw createNothingLiveError(context);
    const { parts, overrides, toolboxOpen } = createPlan(name, live.document);
    const width = Math.max(...[...parts.keys(), 'overrides'].map(({ length }) => length));
    const row = (title: string, text: string) => print(`  ${title.padEnd(width)}  ${text}`);
    print(`${name}, revision ${live.document.revision}, by ${live.who} at ${live.at}${live.why && `: ${live.why}`}`);
    for (const [part, plan] of parts) row(part, describe(plan));
    const allowed = [...overrides.origins, ...(overrides.versions ? ['published versions'] : [])];
    row('overrides', allowed.length > 0 ? allowed.join(', ') : 'none');
    print(
      toolboxOpen
        ? '  The Toolbox is open: its entry in the menu leads to /toolbox.'
        : '  The Toolbox is closed: its entry in the menu says that it comes soon.',
    );
    if (live.document.revision !== current)
      print(`${wrong(name, current)} The last good one is served: any promotion makes a new one.`);
  },
};

const wrong = (channel: string, current: number): string =>
  current === 0
    ? `${storeLayout.current(channel)} names no revision.`
    : `Revision ${current} or its pages are not as they were made: somebody changed them by hand.`;

/** At 100 % no browser runs the live version. Most likely, the operator meant to finish the canary. */
function formatCanary(percent: number): string {
  if (percent === 0) return 'stopped';
  return percent === 100
    ? 'in 100 % of browsers, and not live: promote it without --percent to finish it'
    : `in ${percent} % of browsers`;
}

function describe({ version, previous, candidate }: PinnedVersions): string {
  const trial = candidate && formatCanary(candidate.percent);
  return [
    version,
    ...(previous ? [`before it ${previous}`] : []),
    ...(candidate ? [`canary ${candidate.version} ${trial}`] : []),
  ].join('   ');
}
