/** @jest-environment node */
import { getInstallCommand } from './install-command.ts';

const MODULE = { id: '0192', slug: 'chart-dashboard', version: '1.2.0', priceCents: 0, tags: [] };
const getCommand = (paths: string[], changes: Partial<typeof MODULE> = {}) =>
  getInstallCommand(
    { ...MODULE, ...changes },
    paths.map((path) => ({ path, size: 1 })),
    'https://solvent.test',
  );
const lastLine = (paths: string[]) => getCommand(paths).command.split('\n').at(-1);

describe('the command that installs a module (product 2.46)', () => {
  it('fetches a free one by its id, unpacks it and adds it to the project', () => {
    expect(getCommand(['chart-dashboard/package.json', 'chart-dashboard/index.js'])).toEqual({
      hasPackage: true,
      command: [
        'curl -fsSL https://solvent.test/api/modules/0192/archive.zip -o 0192.zip &&',
        'unzip -qo 0192.zip -d solvent-0192 &&',
        'npm install ./solvent-0192/chart-dashboard',
      ].join('\n'),
    });
  });

  it('begins with the downloaded archive of a paid one', () => {
    expect(getCommand(['package.json'], { priceCents: 1900 }).command).toBe(
      'unzip -qo chart-dashboard-1.2.0.zip -d solvent-0192 &&\nnpm install ./solvent-0192',
    );
  });

  it.each([
    ['a package of Python', ['app/pyproject.toml'], 'pip install ./solvent-0192/app'],
    ['an older one', ['setup.py'], 'pip install ./solvent-0192'],
    [
      'the one nearest to the root',
      ['x/examples/package.json', 'x/package.json', 'x/y/z/pyproject.toml'],
      'npm install ./solvent-0192/x',
    ],
    ['its own, not what others made', ['node_modules/a/package.json', 'lib/package.json'], 'npm install ./solvent-0192/lib'],
  ])('adds %s', (_what, paths, line) => expect(lastLine(paths)).toBe(line));

  it('says so where there is no package: its files are unpacked', () => {
    expect(getCommand(['src/index.html', 'not-package.json'])).toEqual({
      hasPackage: false,
      command: 'curl -fsSL https://solvent.test/api/modules/0192/archive.zip -o 0192.zip &&\nunzip -qo 0192.zip -d solvent-0192',
    });
  });

  it.each(['$(touch x)', 'a;b', 'a b', '`id`', "it's", 'a"b', '--x\\'])(
    'lets a folder called %s say nothing to the shell',
    (name) => {
      const quoted = `'./solvent-0192/${name.replaceAll("'", String.raw`'\''`)}'`;
      expect(lastLine([`${name}/package.json`])).toBe(`npm install ${quoted}`);
    },
  );
});
