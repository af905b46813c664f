import type { ChannelDocument, RemoteBuild } from '@solvent/federation/manifest';
import { applyChanges } from './change.ts';
import type { Change } from './change.ts';
import { describeChange, planOf } from './plan.ts';
import type { PartPlan, Plan } from './plan.ts';

const buildOf = (name: string, version: string): RemoteBuild => ({
  name,
  version,
  contract: '^1.0.0',
  paths: [],
  slots: [],
  searches: [],
  entry: '',
  integrity: '',
});

/** The document that a plan becomes. */
function documentOf(plan: Plan, revision: number): ChannelDocument {
  const { shell, ...remotes } = Object.fromEntries(plan.parts);
  return {
    channel: 'production',
    revision,
    shell: { version: shell?.version ?? '', paths: [], previous: shell?.previous },
    remotes: Object.entries(remotes).map(([name, { version, previous, candidate }]) => ({
      ...buildOf(name, version),
      previous: previous === undefined ? undefined : buildOf(name, previous),
      candidate: candidate && { ...buildOf(name, candidate.version), percent: candidate.percent },
    })),
    toolboxOpen: false,
    overrides: plan.overrides,
  };
}

/** A channel in memory, whose changes are made one after the other. */
function channel() {
  const documents: ChannelDocument[] = [];
  const plan = () => planOf('production', documents.at(-1));
  return {
    /** @returns what it says of the change */
    change(...changes: Change[]): string {
      const before = plan();
      const after = applyChanges(before, changes, documents);
      const said = describeChange(before, after);
      if (said !== '') documents.push(documentOf(after, documents.length + 1));
      return said;
    },
    part: (name: string): PartPlan | undefined => plan().parts.get(name),
  };
}

const toolbox = (version: string, percent?: number): Change => ({ name: 'toolbox', version, percent });
const takeBack = (version: string): Change => ({ takeBack: 'toolbox', version });

let live: ReturnType<typeof channel>;
beforeEach(() => {
  live = channel();
  live.change({ name: 'shell', version: '1' }, toolbox('1'));
});

describe('a promotion', () => {
  it('keeps what was live to fall back to, and changes nothing the second time', () => {
    expect(live.change(toolbox('2'))).toBe('toolbox 1 → 2');
    expect(live.change(toolbox('2'))).toBe('');
    expect(live.part('toolbox')).toEqual({ version: '2', previous: '1', candidate: undefined });
  });

  it.each(['2', '3'])('of the canary (2), or of another version, ends the trial: everybody runs %s', (version) => {
    live.change(toolbox('2', 10));
    expect(live.change(toolbox(version))).toContain(`toolbox 1 → ${version}`);
    expect(live.part('toolbox')).toEqual({ version, previous: '1', candidate: undefined });
  });
});

describe('a canary', () => {
  it('leaves the live version and grows', () => {
    expect(live.change(toolbox('2', 10))).toBe('toolbox 2 in 10 % of browsers');
    expect(live.change(toolbox('2', 50))).toBe('toolbox 2 in 10 % → 50 % of browsers');
    expect(live.part('toolbox')).toEqual({ version: '1', previous: undefined, candidate: { version: '2', percent: 50 } });
  });

  it('is stopped once, however many do so, and not where it has been replaced meanwhile', () => {
    live.change(toolbox('2', 10));
    expect(live.change(toolbox('2', 0))).toBe('toolbox 2 stopped');
    expect(live.change(toolbox('2', 0))).toBe('');
    live.change(toolbox('3', 10));
    expect(live.change(toolbox('2', 0))).toBe('');
    expect(live.part('toolbox')?.candidate).toEqual({ version: '3', percent: 10 });
  });

  it.each([
    ['of the shell', { name: 'shell', version: '2', percent: 10 }, 'The shell is live for everybody or not at all'],
    ['of what is live', toolbox('1', 10), 'toolbox@1 is live for everybody in production already'],
    ['of a remote that was never live', { name: 'auth', version: '1', percent: 10 }, 'promote auth@1 without --percent'],
    ['of more browsers than there are', toolbox('2', 101), '101 is no share of browsers'],
    ['of a part of a browser', toolbox('2', 0.5), '0.5 is no share of browsers'],
  ])('%s is refused', (_which, change, message) => {
    expect(() => live.change(change)).toThrow(message);
  });
});

describe('a rollback', () => {
  it('takes back the canary, and leaves what is live', () => {
    live.change(toolbox('2', 10));
    expect(live.change(takeBack('2'))).toBe('toolbox 2 is no candidate any more');
    expect(live.part('toolbox')).toEqual({ version: '1', previous: undefined, candidate: undefined });
  });

  it('goes back version by version, and not twice where somebody else has done so already', () => {
    for (const version of ['2', '3', '4']) live.change(toolbox(version));
    expect(live.change(takeBack('4'))).toBe('toolbox 4 → 3');
    expect(live.change(takeBack('4'))).toBe('');
    expect(live.part('toolbox')).toMatchObject({ version: '3', previous: '2' });
    live.change(takeBack('3'));
    expect(live.part('toolbox')).toMatchObject({ version: '2', previous: '1' });
    live.change(takeBack('2'));
    expect(live.part('toolbox')).toMatchObject({ version: '1', previous: undefined });
  });

  it('never goes back to what was taken back', () => {
    live.change(toolbox('2'));
    live.change(takeBack('2'));
    live.change(toolbox('3'));
    expect(live.part('toolbox')?.previous).toBe('1');
    live.change(takeBack('3'));
    expect(live.part('toolbox')).toMatchObject({ version: '1', previous: undefined });
  });

  it('finds its way where an older version was promoted again', () => {
    for (const version of ['2', '3', '2']) live.change(toolbox(version));
    live.change(takeBack('2'));
    expect(live.part('toolbox')).toMatchObject({ version: '3', previous: '1' });
    live.change(takeBack('3'));
    expect(live.part('toolbox')).toMatchObject({ version: '1', previous: undefined });
  });

  it('with nothing to go back to says so, and how to take a remote out', () => {
    expect(() => live.change(takeBack('1'))).toThrow(
      /^There is nothing to go back to: no version of toolbox was live in production before 1.* "pnpm delivery retire toolbox"\.$/,
    );
    expect(() => live.change({ takeBack: 'shell', version: '1' })).toThrow(/names those that were live\.$/);
  });

  it('is there for the shell, too', () => {
    for (const version of ['2', '3']) live.change({ name: 'shell', version });
    expect(live.change({ takeBack: 'shell', version: '3' })).toBe('shell 3 → 2');
    expect(live.part('shell')).toMatchObject({ version: '2', previous: '1' });
  });
});

it('sets what may override', () => {
  expect(live.change({ overrides: { origins: ['http://localhost'], versions: true } })).toBe(
    'overrides by http://localhost and published versions',
  );
  expect(live.change({ overrides: { origins: [], versions: false } })).toBe('overrides by nobody');
});

describe('a retirement', () => {
  it('takes a remote out, with its candidate; the others stay', () => {
    live.change({ name: 'auth', version: '1' });
    live.change(toolbox('2', 10));
    expect(live.change({ retire: 'toolbox' })).toBe('toolbox 1 retired');
    expect(live.part('toolbox')).toBeUndefined();
    expect(live.part('auth')?.version).toBe('1');
  });

  it('of what is not there changes nothing, and of the shell is refused', () => {
    expect(live.change({ retire: 'auth' })).toBe('');
    expect(() => live.change({ retire: 'shell' })).toThrow('Every channel needs a shell');
  });

  it('leaves nothing to go back to where the remote is promoted again', () => {
    live.change({ retire: 'toolbox' });
    expect(live.change(toolbox('2'))).toBe('toolbox 2');
    expect(() => live.change(takeBack('2'))).toThrow('There is nothing to go back to');
  });
});
