/** @jest-environment node */
import { ValidationError } from 'yup';
import type { Schema } from 'yup';
import {
  buildFilesSchema,
  channelSchema,
  currentSchema,
  releaseSchema,
  remoteJsonSchema,
  revisionSchema,
  shellJsonSchema,
} from './index.ts';

const path = { path: '/toolbox/:moduleId', page: 'module', title: 'Module', session: true, tabs: true, preload: 'later' };
const remote = {
  name: 'toolbox',
  version: '1.0.0-1f2e3d4c',
  contract: '^1.0.0',
  paths: [path],
  slots: ['toolbox-dialog'],
  searches: [],
};
const build = {
  names: { '@solvent/ui': ['Button'] },
  entry: 'remoteEntry.9a8b7c6d5e.js',
  chunks: { module: ['module.1.js', '536.2.js'] },
};
const shell = { name: 'shell', version: '1.0.0-0a0b0c0d', contract: '1.0.0', paths: ['/', '/terms'] };
const pin = {
  ...remote,
  entry: '/remotes/toolbox/files/remoteEntry.9a8b7c6d5e.js',
  integrity: 'sha256-x',
};
const channel = { channel: 'production', revision: 3, shell: { version: '1.0.0', paths: ['/'] }, remotes: [pin] };
const release = {
  name: 'toolbox',
  version: '1.0.0-1f2e3d4c',
  publishedAt: '2026-11-21T00:00:00.000Z',
  remote,
  build,
  files: [{ path: 'remoteEntry.9a8b7c6d5e.js', bytes: 4000, brotliBytes: 1500, integrity: 'sha256-x' }],
};

function refusal(schema: Schema, value: unknown): string[] {
  try {
    schema.validateSync(value, { abortEarly: false });
    return [];
  } catch (error) {
    if (error instanceof ValidationError) return error.errors;
    throw error;
  }
}
const without = (value: object, field: string) => Object.fromEntries(Object.entries(value).filter(([name]) => name !== field));

describe('remote.json', () => {
  it('is complete with its name, version, contract and paths: a path is public and not preloaded by default', () => {
    const plain = {
      ...without(without(remote, 'slots'), 'searches'),
      paths: [{ path: '/toolbox', page: 'catalogue', title: 'Toolbox' }],
    };
    expect(remoteJsonSchema.validateSync(plain)).toEqual({
      ...plain,
      paths: [{ path: '/toolbox', page: 'catalogue', title: 'Toolbox', session: false, tabs: true, preload: 'no' }],
      slots: [],
      searches: [],
    });
  });

  it.each(['name', 'version', 'contract', 'paths'])('needs its %s', (field) => {
    expect(refusal(remoteJsonSchema, without(remote, field)).join()).toContain(field);
  });

  it.each<[what: string, change: object, message: string]>([
    ['a name in upper case', { name: 'Toolbox' }, 'A remote is named in lower case'],
    ['a relative path', { paths: [{ ...path, path: 'toolbox' }] }, 'A path starts with /'],
    ['a path with a wildcard', { paths: [{ ...path, path: '/toolbox/*' }] }, 'A path starts with /'],
    ['a path without a page', { paths: [without(path, 'page')] }, 'paths[0].page is a required field'],
    ['a path without a title', { paths: [without(path, 'title')] }, 'paths[0].title is a required field'],
    [
      'an icon that is no name',
      { paths: [{ ...path, path: '/toolbox', menu: { bar: { icon: '<svg>' } } }] },
      'paths[0].menu.bar.icon must be the name of an icon of Lucide',
    ],
    ['an icon that loads something', { icons: { rocket: [['image', { href: '//evil.example' }]] } }, 'icons'],
    ['an icon that runs something', { icons: { rocket: [['path', { onload: 'alert(1)' }]] } }, 'icons'],
    ['an icon with text', { icons: { rocket: '<path d="M0 0"/>' } }, 'icons'],
    ['an icon with an address for a color', { icons: { rocket: [['path', { fill: 'url(//evil.example)' }]] } }, 'icons'],
    [
      'a menu for a path with parameters',
      { paths: [{ ...path, menu: { bar: {} } }] },
      'A path with parameters cannot have a menu entry',
    ],
    ['an unknown menu', { paths: [{ ...path, menu: { top: {} } }] }, 'top'],
    ['a misspelt entry of a menu', { paths: [{ ...path, menu: { bar: { lable: 'Modules' } } }] }, 'lable'],
    ['an invalid dialog name', { paths: [{ ...path, dialog: 'toolbox' }] }, 'The name of a dialog ends in "-dialog"'],
    ['a role without its dialog', { paths: [{ ...path, role: { is: 'seeker' } }] }, 'role.dialog is a required field'],
    ['a search without a title', { searches: [{ name: 'modules' }] }, 'searches[0].title is a required field'],
    ['an unknown time to preload', { paths: [{ ...path, preload: 'now' }] }, 'soon, later, no'],
    ['a misspelt field', { slot: ['toolbox-dialog'] }, 'slot'],
    [
      'a misspelt session, which would open the page to everybody',
      { paths: [{ ...without(path, 'session'), sesion: true }] },
      'sesion',
    ],
  ])('refuses %s', (_what, change, message) => {
    expect(refusal(remoteJsonSchema, { ...remote, ...change }).join()).toContain(message);
  });
});

it('shell.json is of the shell', () => {
  expect(shellJsonSchema.validateSync(shell)).toEqual(shell);
  expect(refusal(shellJsonSchema, { ...shell, name: 'toolbox' })).toHaveLength(1);
  expect(refusal(shellJsonSchema, { ...shell, paths: ['terms'] })).toHaveLength(1);
  expect(refusal(shellJsonSchema, { ...shell, path: '/' })).toHaveLength(1);
});

describe('build-files.json', () => {
  it('needs an entry and the files of each chunk; the rest may be empty', () => {
    expect(buildFilesSchema.validateSync(build)).toEqual({
      ...build,
      styles: [],
      always: [],
      fonts: [],
      takes: {},
      provides: {},
      shared: {},
    });
    expect(refusal(buildFilesSchema, without(build, 'entry'))).toHaveLength(1);
  });

  it.each([
    ['chunks that are no lists', { chunks: { module: 'module.1.js' } }],
    ['chunks that are a list', { chunks: 'module' }],
    ['versions that are no text', { shared: { react: 19 } }],
    ['names that are no lists of texts', { names: { '@solvent/ui': [1] } }],
  ])('refuses %s', (_what, change) => {
    expect(refusal(buildFilesSchema, { ...build, ...change })).toHaveLength(1);
  });
});

describe('release.json', () => {
  it("is of a remote or of the shell: the other's description is absent", () => {
    const ofRemote = releaseSchema.validateSync(release);
    expect([ofRemote.remote?.name, ofRemote.shell]).toEqual(['toolbox', undefined]);
    const ofShell = releaseSchema.validateSync({ ...release, remote: undefined, shell });
    expect([ofShell.remote, ofShell.shell?.name]).toEqual([undefined, 'shell']);
  });

  it('needs size and hash of every file', () => {
    for (const field of ['path', 'bytes', 'brotliBytes', 'integrity']) {
      const files = release.files.map((file) => without(file, field));
      expect(refusal(releaseSchema, { ...release, files })).toEqual([`files[0].${field} is a required field`]);
    }
  });

  it('of shell contract 1 is read with chunk names as pages and without titles', () => {
    const old = {
      ...without(remote, 'searches'),
      contract: '^1.0.0',
      paths: [{ path: '/toolbox', chunk: 'catalogue', session: true }],
    };
    const { remote: read } = releaseSchema.validateSync({ ...release, remote: old });
    expect(read).toMatchObject({ paths: [{ path: '/toolbox', page: 'catalogue', title: '', session: true }], searches: [] });
    expect(refusal(remoteJsonSchema, old).join()).toContain('chunk');
  });

  it('of an older release may have a global and sha384 hashes', () => {
    const files = [{ path: 'remoteEntry.9a8b7c6d.js', bytes: 4000, brotliBytes: 1500, integrity: 'sha384-x' }];
    const old = { ...release, build: { ...build, entry: 'remoteEntry.9a8b7c6d.js', globalName: 'solvent_toolbox' }, files };
    expect(releaseSchema.validateSync(old)).toMatchObject({ build: { globalName: 'solvent_toolbox' }, files });
  });

  it('may have unknown fields of a newer version', () => {
    expect(refusal(releaseSchema, { ...release, remote: { ...remote, owner: 'team-toolbox' } })).toEqual([]);
    expect(refusal(releaseSchema, { ...release, remote: undefined, shell: { ...shell, owner: 'team-shell' } })).toEqual([]);
  });
});

describe('the channel document', () => {
  it('pins a shell and remotes; the Toolbox is closed and nothing is overridden by default', () => {
    expect(channelSchema.validateSync(channel)).toEqual({
      ...channel,
      toolboxOpen: false,
      overrides: { origins: [], versions: false },
    });
  });

  it.each<[what: string, value: object]>([
    ['revision 0', { ...channel, revision: 0 }],
    ['half a revision', { ...channel, revision: 1.5 }],
    ['no shell', without(channel, 'shell')],
    ['a remote without an entry', { ...channel, remotes: [without(pin, 'entry')] }],
  ])('refuses %s', (_what, value) => {
    expect(refusal(channelSchema, value)).not.toEqual([]);
  });

  it('of an older release keeps its globals', () => {
    const old = { ...pin, entry: '/remotes/toolbox/1.0.0-1f2e3d4c/remoteEntry.9a8b7c6d.js', globalName: 'solvent_toolbox' };
    const remotes = [{ ...old, previous: old, candidate: { ...old, percent: 10 } }];
    expect(channelSchema.validateSync({ ...channel, remotes })).toMatchObject({ remotes });
  });

  it('accepts a remote of a dev server without a hash', () => {
    expect(refusal(channelSchema, { ...channel, remotes: [{ ...pin, integrity: '' }] })).toEqual([]);
  });
});

describe('a revision', () => {
  const revision = {
    document: channel,
    who: 'ada',
    at: '2026-11-21T00:00:00.000Z',
    change: 'toolbox → 1.0.0-1f2e3d4c',
    pages: 'a1b2',
  };

  it('has an author, a change and a time; the reason is optional', () => {
    expect(revisionSchema.validateSync(revision).why).toBe('');
    for (const field of Object.keys(revision)) expect(refusal(revisionSchema, without(revision, field))).not.toEqual([]);
  });

  it('is a positive integer', () => {
    expect(currentSchema.validateSync({ revision: 3 })).toEqual({ revision: 3 });
    expect(refusal(currentSchema, { revision: 0 })).toHaveLength(1);
  });
});
