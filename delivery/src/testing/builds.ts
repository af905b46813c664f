import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { computeIntegrity, readSources } from '@solvent/federation/checksums';
import { buildFilesSchema, remoteJsonSchema } from '@solvent/federation/manifest';
import type { Build } from '../release/read-build.ts';

/** Creates an empty workspace. */
export const makeWorkspace = (): Promise<string> => mkdtemp(join(tmpdir(), 'solvent-delivery-'));

/** Returns code that is long enough to be compressed. */
const code = (text: string) => `${text};`.repeat(100);

const toText = (content: unknown): string => (typeof content === 'string' ? content : JSON.stringify(content));

async function writeFiles(folder: string, files: Record<string, unknown>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), toText(content));
  }
}

/** Writes a build with its checksums. @param inputs paths in the workspace that it is built from */
async function writeBuild(root: string, folder: string, inputs: string[], files: Record<string, unknown>): Promise<void> {
  await writeFiles(join(root, folder, 'dist'), files);
  const hashes = Object.entries(files).map(([path, content]) => [path, computeIntegrity(toText(content))]);
  const list = { inputs, sources: readSources(root, inputs).hash, files: Object.fromEntries(hashes) };
  await writeFiles(join(root, folder, 'dist'), { 'checksums.json': list });
}

/** Collects files under hashed names: `main.js` becomes `main.0a1b2c3d4e.js`. */
function createHashedFiles() {
  const files: Record<string, string> = {};
  return {
    files,
    add(path: string, content: string): string {
      const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
      const [name, ending] = path.split('.');
      const file = `${name}.${hash}.${ending}`;
      files[file] = content;
      return file;
    },
  };
}

/** Returns the path of a built file: `findBuiltFile(root, 'toolbox', 'list.js')` is `list.0a1b2c3d4e.js`. */
export function findBuiltFile(root: string, name: string, path: string): string {
  const [start, ending] = path.split('.');
  const list = readFileSync(join(root, name === 'shell' ? name : `mf-${name}`, 'dist/checksums.json'), 'utf8');
  const { files } = JSON.parse(list) as { files: object };
  const found = Object.keys(files).find((file) => file.startsWith(`${start}.`) && file.endsWith(`.${ending}`));
  if (found === undefined) throw new Error(`The build of ${name} has no ${path}`);
  return found;
}

export interface ShellOptions {
  version?: string;
  contract?: string;
  paths?: string[];
  shared?: Record<string, string>;
  /** Exported names by singleton; null for a build of older tools without such a list. */
  names?: Record<string, string[]> | null;
}

/** Writes a built shell into the workspace. */
export async function buildShell(root: string, options: ShellOptions = {}): Promise<void> {
  const { version = '1.0.0-shell001', contract = '1.0.0', paths = ['/', '/terms'], shared = { react: '19.3.1' } } = options;
  const { names = {} } = options;
  const { add, files } = createHashedFiles();
  await writeBuild(root, 'shell', [], {
    'shell.json': { name: 'shell', version, contract, paths },
    'build-files.json': {
      entry: add('main.js', code(`main("${version}")`)),
      styles: [add('main.css', code('body{color:red}'))],
      always: [add('bootstrap.js', code('bootstrap()')), add('core.js', code('core()'))],
      chunks: {},
      fonts: [add('inter-latin.woff2', 'not really a font')],
      shared,
      ...(names && { names }),
    },
    ...files,
    'public/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  });
}

export interface RemoteOptions {
  version?: string;
  contract?: string;
  paths?: { path: string; page: string; title?: string; budget?: number; render?: 'public' }[];
  slots?: string[];
  shared?: Record<string, string>;
  /** Used names by singleton; null for a build of older tools without such a list. */
  names?: Record<string, string[]> | null;
  budget?: number;
  /** Text in the entry. */
  text?: string;
  /** Code of the default export of `./remote`. By default, it matches `remote.json`. */
  exported?: string;
  /** Script of each page. By default, it does nothing. */
  page?: string;
  /** Code of the server bundle. By default, there is none. */
  server?: string;
  /** Libraries in the scripts of the pages. */
  libraries?: { name: string; bytes: number; evaluates?: boolean }[];
}

/** `remote.json` without its version, and the files of the build. */
function remoteFiles(name: string, options: RemoteOptions) {
  const { version = '1.0.0-remote01', contract = '^1.0.0', slots = [], shared = { react: '^19.3.1' }, budget } = options;
  const { names = {} } = options;
  const paths = (options.paths ?? [{ path: `/${name}`, page: 'list' }]).map((path) => ({ title: 'A page', ...path }));
  const { add, files } = createHashedFiles();
  const chunks = Object.fromEntries(paths.map(({ page }) => [page, [add(`${page}.js`, options.page ?? code(page))]]));
  const exposed = add('remote.js', `exposed = { default: ${options.exported ?? remoteCode(paths, slots)} };`);
  const description = { name, contract, paths, slots, ...(budget === undefined ? {} : { budget }) };
  const buildFiles = {
    entry: add('remoteEntry.js', entryCode(exposed, options.text ?? '')),
    styles: [],
    always: [exposed],
    chunks,
    shared,
    ...(options.server !== undefined && { server: add('server.cjs', options.server) }),
    ...(names && { names }),
    ...(options.libraries && {
      libraries: Object.fromEntries(Object.values(chunks).map(([file = '']) => [file, options.libraries])),
    }),
  };
  return { description, files: { 'remote.json': { ...description, version }, 'build-files.json': buildFiles, ...files } };
}

/** Writes a remote and its build into the workspace. */
export async function buildRemote(root: string, name: string, options: RemoteOptions = {}): Promise<void> {
  const { description, files } = remoteFiles(name, options);
  await writeFiles(join(root, `mf-${name}`), { 'remote.json': description });
  await writeBuild(root, `mf-${name}`, [`mf-${name}/remote.json`], files);
}

/** Creates the build of a remote without a workspace. */
export function remoteBuild(name: string, options: RemoteOptions = {}): Build {
  const { files } = remoteFiles(name, options);
  const remote = remoteJsonSchema.validateSync(files['remote.json']);
  return {
    name,
    version: remote.version,
    remote,
    shell: undefined,
    build: buildFilesSchema.validateSync(files['build-files.json']),
    files: Object.entries(files).map(([path, content]) => ({
      path,
      bytes: Buffer.from(toText(content)),
      integrity: computeIntegrity(toText(content)),
    })),
  };
}

/**
 * Returns the code of an entry like that of the preset: it attaches a container with `init` and `get` to its script element, and
 * loads the script of the exposed module.
 */
const entryCode = (exposed: string, text: string) => `document.currentScript.container = {
  init() {},
  get: () => new Promise((done, fail) => {
    const script = document.createElement('script');
    script.src = new URL('${exposed}', location.href).href;
    script.onload = () => done(() => exposed);
    script.onerror = () => fail(new Error('Loading ${exposed} failed.'));
    document.head.append(script);
  }),
};
// ${text}${'.'.repeat(300)}
`;

function remoteCode(paths: { page: string }[], slots: string[]): string {
  const pages = paths.map(({ page }) => `'${page}': () => import('./page.js')`);
  return `{ pages: { ${pages.join()} }, slots: { ${slots.map((slot) => `'${slot}': () => undefined`).join()} } }`;
}
