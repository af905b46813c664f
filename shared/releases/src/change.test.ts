import type { ChannelDocument, RemoteBuild } from '@solvent/federation/manifest';
import { applyChanges } from './change.ts';
import type { Change } from './change.ts';
import { describeChange, createPlan } from './plan.ts';
import type { PinnedVersions, Plan } from './plan.ts';

const createTestBuild = (name: string, version: string): RemoteBuild => ({
  name,
  version,
  contract: '^1.0.0',
  paths: [],
  slots: [],
  searches: [],
  entry: '',
  integrity: '',
});

function createDocument(plan: Plan, revision: number): ChannelDocument {
  const { shell, ...remotes } = Object.fromEntries(plan.parts);
  return {
    channel: 'production',
    revision,
    shell: { version: shell?.version ?? '', paths: [], previous: shell?.previous },
    remotes: Object.entries(remotes).map(([name, { version, previous, candidate }]) => ({
      ...createTestBuild(name, version),
      previous: previous === undefined ? undefined : createTestBuild(name, previous),
      candidate: candidate && { ...createTestBuild(name, candidate.version), percent: candidate.percent },
    })),
    toolboxOpen: false,
    overrides: plan.overrides,
  };
}

/** A channel in memory. */
function channel() {
  const documents: ChannelDocument[] = [];
  const plan = () => createPlan('production', documents.at(-1));
  return {
    /** @returns the description of the change */
    change(...changes: Change[]): string {
      const before = plan();
      const after = applyChanges(before, changes, documents);
      const description = describeChange(before, after);
      if (description !== '') documents.push(createDocument(after, documents.length + 1));
      return description;
    },
    part: (name: string): PinnedVersions | undefined => plan().parts.get(name),
  };
}

const toolbox = (version: string, percent?: number): Change => ({ name: 'toolbox', version, percent });
const takeBack = (version: string): Change => ({ takeBack: 'toolbox', version });

let live: ReturnType<typeof channel>;
beforeEach(() => {
  live = channel();
  live.change({ name: 'shell', version: '1' }, toolbox('1'));
});

describe('promotion', () => {
  it('keeps the live version as fallback, and is idempotent', () => {
    expect(live.change(toolbox('2'))).toBe('toolbox 1 → 2');
    expect(live.change(toolbox('2'))).toBe('');
    expect(live.part('toolbox')).toEqual({ version: '2', previous: '1', candidate: undefined });
  });

  it.each(['2', '3'])('ends the trial when the canary (2) or another version (%s) is promoted', (version) => {
    live.change(toolbox('2', 10));
    expect(live.change(toolbox(version))).toContain(`toolbox 1 → ${version}`);
    expect(live.part('toolbox')).toEqual({ version, previous: '1', candidate: undefined });
  });
});

describe('canary', () => {
  it('keeps the live version and grows', () => {
    expect(live.change(toolbox('2', 10))).toBe('toolbox 2 in 10 % of browsers');
    expect(live.change(toolbox('2', 50))).toBe('toolbox 2 in 10 % → 50 % of browsers');
    expect(live.part('toolbox')).toEqual({ version: '1', previous: undefined, candidate: { version: '2', percent: 50 } });
  });

  it('is stopped once, unless it has been replaced', () => {
    live.change(toolbox('2', 10));
    expect(live.change(toolbox('2', 0))).toBe('toolbox 2 stopped');
    expect(live.change(toolbox('2', 0))).toBe('');
    live.change(toolbox('3', 10));
    expect(live.change(toolbox('2', 0))).toBe('');
    expect(live.part('toolbox')?.candidate).toEqual({ version: '3', percent: 10 });
  });

  it.each([
    ['of the shell', { name: 'shell', version: '2', percent: 10 }, 'The shell cannot have a canary'],
    ['of what is live', toolbox('1', 10), 'toolbox@1 is already live in production'],
    ['of a remote that was never live', { name: 'auth', version: '1', percent: 10 }, 'promote auth@1 without --percent'],
    ['of more browsers than there are', toolbox('2', 101), '101 is not a valid percentage of browsers'],
    ['of a part of a browser', toolbox('2', 0.5), '0.5 is not a valid percentage of browsers'],
  ])('%s is rejected', (_which, change, message) => {
    expect(() => live.change(change)).toThrow(message);
  });
});

describe('rollback', () => {
  it('removes the canary and keeps the live version', () => {
    live.change(toolbox('2', 10));
    expect(live.change(takeBack('2'))).toBe('toolbox 2 is no longer a candidate');
    expect(live.part('toolbox')).toEqual({ version: '1', previous: undefined, candidate: undefined });
  });

  it('goes back one version at a time, and is idempotent', () => {
    for (const version of ['2', '3', '4']) live.change(toolbox(version));
    expect(live.change(takeBack('4'))).toBe('toolbox 4 → 3');
    expect(live.change(takeBack('4'))).toBe('');
    expect(live.part('toolbox')).toMatchObject({ version: '3', previous: '2' });
    live.change(takeBack('3'));
    expect(live.part('toolbox')).toMatchObject({ version: '2', previous: '1' });
    live.change(takeBack('2'));
    expect(live.part('toolbox')).toMatchObject({ version: '1', previous: undefined });
  });

  it('never returns to a version that was rolled back', () => {
    live.change(toolbox('2'));
    live.change(takeBack('2'));
    live.change(toolbox('3'));
    expect(live.part('toolbox')?.previous).toBe('1');
    live.change(takeBack('3'));
    expect(live.part('toolbox')).toMatchObject({ version: '1', previous: undefined });
  });

  it('works after an older version was promoted again', () => {
    for (const version of ['2', '3', '2']) live.change(toolbox(version));
    live.change(takeBack('2'));
    expect(live.part('toolbox')).toMatchObject({ version: '3', previous: '1' });
    live.change(takeBack('3'));
    expect(live.part('toolbox')).toMatchObject({ version: '1', previous: undefined });
  });

  it('explains that there is no earlier version, and how to retire a remote', () => {
    expect(() => live.change(takeBack('1'))).toThrow(
      /^There is no version to go back to: no version of toolbox was live in production before 1.* "pnpm delivery retire toolbox"\.$/,
    );
    expect(() => live.change({ takeBack: 'shell', version: '1' })).toThrow(/names those that were live\.$/);
  });

  it('works for the shell', () => {
    for (const version of ['2', '3']) live.change({ name: 'shell', version });
    expect(live.change({ takeBack: 'shell', version: '3' })).toBe('shell 3 → 2');
    expect(live.part('shell')).toMatchObject({ version: '2', previous: '1' });
  });
});

it('sets the allowed overrides', () => {
  expect(live.change({ overrides: { origins: ['http://localhost'], versions: true } })).toBe(
    'overrides by http://localhost and published versions',
  );
  expect(live.change({ overrides: { origins: [], versions: false } })).toBe('overrides by no one');
});

describe('retirement', () => {
  it('removes a remote with its candidate, and keeps the others', () => {
    live.change({ name: 'auth', version: '1' });
    live.change(toolbox('2', 10));
    expect(live.change({ retire: 'toolbox' })).toBe('toolbox 1 retired');
    expect(live.part('toolbox')).toBeUndefined();
    expect(live.part('auth')?.version).toBe('1');
  });

  it('ignores a missing remote, and rejects the shell', () => {
    expect(live.change({ retire: 'auth' })).toBe('');
    expect(() => live.change({ retire: 'shell' })).toThrow('Every channel needs a shell');
  });

  it('removes the fallback', () => {
    live.change({ retire: 'toolbox' });
    expect(live.change(toolbox('2'))).toBe('toolbox 2');
    expect(() => live.change(takeBack('2'))).toThrow('There is no version to go back to');
  });
});
