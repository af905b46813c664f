import { writeFile } from 'node:fs/promises';
import { buildRemote, findBuiltFile } from '../testing/builds.ts';
import { openLiveWorkbench } from '../testing/workbench.ts';
import type { Workbench } from '../testing/workbench.ts';

const OLD = '1.0.0-remote01';
const NEW = '1.1.0-remote02';

let bench: Workbench;
beforeEach(async () => {
  bench = await openLiveWorkbench();
  await buildRemote(bench.root, 'toolbox', { version: NEW });
  await bench.run('publish', 'toolbox');
});
afterEach(() => bench.remove());

const revision = (number: number) => bench.readStored(`channels/production/revisions/${number}.json`);

it('a canary is pinned beside the live version, with the location of its entry', async () => {
  const output = await bench.done('promote', `toolbox@${NEW}`, '--percent', '10');
  expect(output.replace(/^Smoke tests: passed .+\n/m, '')).toBe(
    `Revision 2 of production is live: toolbox ${NEW} in 10 % of browsers.\n` +
      `Make it live for everybody with: pnpm delivery promote toolbox@${NEW}\n` +
      'Take it back with: pnpm delivery rollback toolbox\n',
  );
  const entry = findBuiltFile(bench.root, 'toolbox', 'remoteEntry.js');
  expect(await revision(2)).toMatchObject({
    document: {
      remotes: [{ version: OLD, candidate: { version: NEW, percent: 10, entry: `/remotes/toolbox/files/${entry}` } }],
    },
  });
});

it('a canary is stopped by hand with --percent 0, once', async () => {
  await bench.run('promote', `toolbox@${NEW}`, '--percent', '10');
  expect((await bench.run('promote', `toolbox@${NEW}`, '--percent', '0')).output).toBe(
    `Revision 3 of production is live: toolbox ${NEW} stopped.\n` +
      'Everybody runs the live version. Start it again with a percentage above 0.\n',
  );
  expect((await bench.run('status')).output).toContain(`canary ${NEW} stopped`);
  expect((await bench.run('promote', `toolbox@${OLD}`, '--percent', '0')).output).toBe(
    `toolbox@${OLD} is no canary in production that runs: there is nothing to stop.\n`,
  );
});

it('--percent takes whole numbers from 0 to 100', async () => {
  for (const percent of ['ten', '-1', '1.5', '101']) {
    expect(await bench.run('promote', `toolbox@${NEW}`, `--percent=${percent}`)).toEqual({
      code: 1,
      output: `--percent is "${percent}": give a whole number from 0 to 100.\n`,
    });
  }
});

describe('rollback', () => {
  it('makes the version before live again, with nothing built', async () => {
    await bench.run('promote', `toolbox@${NEW}`);
    expect(await bench.done('rollback', 'toolbox', '--why', 'Uploads fail')).toBe(
      `Revision 3 of production is live: toolbox ${NEW} → ${OLD}.\n`,
    );
    expect(await revision(3)).toMatchObject({ why: 'Uploads fail', document: { remotes: [{ version: OLD }] } });
  });

  it('stops a canary first, and states how to continue', async () => {
    await bench.run('promote', `toolbox@${NEW}`, '--percent', '10');
    const { output } = await bench.run('rollback', 'toolbox');
    expect(output).toContain(`toolbox ${NEW} is no longer a candidate`);
    expect(output).toContain(`Everybody runs toolbox@${OLD} again. To go back from that, too: pnpm delivery rollback toolbox`);
  });

  it('restores the previous live version if the canary was stopped', async () => {
    await bench.run('promote', `toolbox@${NEW}`);
    await bench.run('promote', `toolbox@${OLD}`, '--percent', '10');
    await bench.run('promote', `toolbox@${OLD}`, '--percent', '0');
    expect(await bench.done('rollback', 'toolbox')).toContain(`toolbox ${NEW} → ${OLD}`);
  });

  it('is rejected without a previous version or for a remote that is not live, and changes nothing', async () => {
    for (const name of ['auth', `toolbox@${NEW}`]) {
      expect(await bench.refused('rollback', name)).toContain(`No version of "${name}" is live in production`);
    }
    expect(await bench.refused('rollback', 'toolbox')).toContain(
      `There is no version to go back to: no version of toolbox was live in production before ${OLD}`,
    );
    expect(bench.has('channels/production/revisions/2.json')).toBe(false);
  });
});

describe('retire', () => {
  it('removes the remote: its pages disappear, the channel keeps serving, and promote restores it', async () => {
    const output = await bench.done('retire', 'toolbox', '--why', 'Nobody can open it');
    expect(output).toBe(
      `Revision 2 of production is live: toolbox ${OLD} retired.\nHave it back with: pnpm delivery promote toolbox@${OLD}\n`,
    );
    expect(await revision(2)).toMatchObject({ document: { remotes: [] }, why: 'Nobody can open it' });
    expect(bench.has('channels/production/pages/1/toolbox.html')).toBe(true);
    expect(bench.has('channels/production/pages/2/toolbox.html')).toBe(false);
    expect((await bench.run('history', 'toolbox')).output).toContain(`toolbox ${OLD} retired: Nobody can open it`);
    expect((await bench.run('promote', `toolbox@${OLD}`)).code).toBe(0);
    expect(bench.has('channels/production/pages/3/toolbox.html')).toBe(true);
  });

  it('survives a deploy of all builds, and ends with a deploy that names the remote', async () => {
    await bench.done('retire', 'toolbox');
    expect(await bench.done('deploy')).toContain('toolbox is retired from production and left out: name it to have it back.');
    expect(await revision(2)).toMatchObject({ document: { remotes: [], retired: ['toolbox'] } });
    expect(bench.has('channels/production/revisions/3.json')).toBe(false);
    await bench.done('deploy', 'toolbox');
    expect((await bench.done('deploy')).includes('retired')).toBe(false);
  });

  it('of what is not live is refused', async () => {
    expect(await bench.refused('retire', 'auth')).toContain('No version of "auth" is live in production');
  });
});

it('promote and status report that a canary in every browser is still a canary', async () => {
  expect(await bench.done('promote', `toolbox@${NEW}`, '--percent', '100')).toMatch(
    /It runs in every browser, but is still a canary: .+ Finish it:\nMake it live for everybody with: pnpm delivery promote toolbox@/,
  );
  expect(await bench.done('status')).toContain(
    `canary ${NEW} in 100 % of browsers, and not live: promote it without --percent to finish it`,
  );
});

it('history shows who changed what and why, the newest first; also for one remote', async () => {
  await bench.run('promote', `toolbox@${NEW}`, '--why', 'Ratings');
  const { output } = await bench.run('history');
  const [newest = '', first = ''] = output.trimEnd().split('\n');
  expect(newest).toMatch(/^ {3}2 {2}\d{4}-.+Z {2}ada {2}toolbox 1.0.0-remote01 → 1.1.0-remote02: Ratings$/);
  expect(first).toContain('shell 1.0.0-shell001, toolbox 1.0.0-remote01');
  expect((await bench.run('history', 'toolbox', '--count', '1')).output.trimEnd().split('\n')).toEqual([newest]);
  expect((await bench.run('history', 'auth')).output).toBe('Nothing of "auth" was ever live in the channel "production".\n');
});

it('control characters in a reason do not reach the terminal', async () => {
  bench.env['DELIVERY_USER'] = 'eve\u001B[2J';
  await bench.run('promote', `toolbox@${NEW}`, '--why', 'Ratings\n   3  the server\u202E\u009B31m');
  for (const command of ['history', 'status']) {
    const { output } = await bench.run(command);
    expect(output).toContain('Ratings    3  the server31m');
    expect(output).toContain('eve[2J');
    expect(output.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202E]/u);
  }
  expect((await bench.run('no\u001B[31mthing')).output).toMatch(/^There is no command "no\[31mthing"/);
});

it('an invalid revision is skipped, and repaired by a deploy without changes', async () => {
  await bench.run('promote', `toolbox@${NEW}`);
  await writeFile(bench.stored('channels/production/revisions/2.json'), '{ "document": nonsense');
  expect((await bench.run('status')).output).toContain('production, revision 1,');
  await buildRemote(bench.root, 'toolbox');
  expect((await bench.run('deploy')).output).toContain('revision 2 could not be read: as before it');
});

describe('overrides', () => {
  it('are allowed by origin, and no longer', async () => {
    const allowed = await bench.run('overrides', 'allow', 'https://builds.example.com');
    expect(allowed.output).toContain('run builds from http://localhost, https://builds.example.com, and any published version');
    expect((await bench.run('overrides', 'allow', 'https://builds.example.com')).output).toContain(
      'Nothing changes (revision 2):',
    );
    await bench.run('overrides', 'versions', 'off');
    await bench.run('overrides', 'refuse', 'http://localhost');
    expect((await bench.run('overrides')).output).toBe(
      'production lets "?remote=" run builds from https://builds.example.com, and no other published version.\n',
    );
  });

  it('refuse an origin that cannot be trusted', async () => {
    for (const origin of ['http://example.com', 'localhost', 'https://example.com/builds', 'javascript:alert(1)', '']) {
      expect(await bench.refused('overrides', 'allow', origin)).toContain(`"${origin}" is no origin that may override`);
    }
  });

  it('are not allowed in a store that is not local', async () => {
    bench.env['RELEASES_DIR'] = 'shared-store';
    await bench.run('deploy');
    expect((await bench.run('overrides')).output).toContain('run builds from nowhere, and no other published version');
  });
});
