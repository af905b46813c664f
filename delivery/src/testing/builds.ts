import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** An empty workspace for one test. */
export const makeWorkspace = (): Promise<string> => mkdtemp(join(tmpdir(), 'solvent-delivery-'));

/** Compresses well, and is long enough to be worth it. */
const code = (text: string) => `${text};`.repeat(100);

async function writeFiles(folder: string, files: Record<string, unknown>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
}

export interface ShellOptions {
  version?: string;
  contract?: string;
  paths?: string[];
  shared?: Record<string, string>;
}

/** Writes a built shell into the workspace. */
export async function buildShell(root: string, options: ShellOptions = {}): Promise<void> {
  const { version = '1.0.0-shell001', contract = '1.0.0', paths = ['/', '/terms'], shared = { react: '19.3.1' } } = options;
  await writeFiles(join(root, 'shell/dist'), {
    'shell.json': { name: 'shell', version, contract, paths },
    'build-files.json': {
      entry: 'main.1.js',
      globalName: '',
      styles: ['main.1.css'],
      always: ['bootstrap.1.js', 'core.1.js'],
      chunks: {},
      fonts: ['inter-latin.1.woff2'],
      shared,
    },
    'main.1.js': code(`main("${version}")`),
    'main.1.css': code('body{color:red}'),
    'bootstrap.1.js': code('bootstrap()'),
    'core.1.js': code('core()'),
    'inter-latin.1.woff2': 'not really a font',
    'public/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  });
}

export interface RemoteOptions {
  version?: string;
  contract?: string;
  paths?: { path: string; chunk: string }[];
  shared?: Record<string, string>;
  text?: string;
}

/** Writes a remote and its build into the workspace. */
export async function buildRemote(root: string, name: string, options: RemoteOptions = {}): Promise<void> {
  const { version = '1.0.0-remote01', contract = '^1.0.0', shared = { react: '^19.3.1' }, text = '' } = options;
  const paths = options.paths ?? [{ path: `/${name}`, chunk: 'list' }];
  const chunks = Object.fromEntries(paths.map(({ chunk }) => [chunk, [`${chunk}.1.js`]]));
  const description = { name, contract, paths, slots: [] };
  await writeFiles(join(root, `mf-${name}`), { 'remote.json': description });
  await writeFiles(join(root, `mf-${name}/dist`), {
    'remote.json': { ...description, version },
    'build-files.json': {
      entry: 'remoteEntry.1.js',
      globalName: `solvent_${name}`,
      styles: [],
      always: ['remote.1.js'],
      chunks,
      shared,
    },
    'remoteEntry.1.js': code(`entry("${name}${text}")`),
    'remote.1.js': code('routes()'),
    ...Object.fromEntries(Object.keys(chunks).map((chunk) => [`${chunk}.1.js`, code(chunk)])),
  });
}
