import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { storeLayout } from '@solvent/federation/manifest';
import type { ChannelDocument, Release, Revision } from '@solvent/federation/manifest';

/** A release store for tests, with a shell and one remote, as delivery would write it. */
export interface ReleaseFolder {
  folder: string;
  /** Adds a release whose files hold their own path. */
  release(name: string, version: string, paths: string[]): Promise<void>;
  /** Writes a revision with its pages and makes it live. Each page's HTML says which page it is. */
  goLive(revision: number, versions: { shell: string; toolbox: string }, channel?: string): Promise<void>;
  remove(): Promise<void>;
}

const documentOf = (revision: number, versions: { shell: string; toolbox: string }): ChannelDocument => ({
  channel: 'production',
  revision,
  shell: { version: versions.shell, paths: ['/', '/terms'] },
  remotes: [
    {
      name: 'toolbox',
      version: versions.toolbox,
      contract: '^1.0.0',
      paths: ['/toolbox', '/toolbox/:moduleId', '/toolbox/upload'].map((path) => ({
        path,
        chunk: 'x',
        session: false,
        preload: 'no',
      })),
      slots: [],
      entry: `/remotes/toolbox/${versions.toolbox}/remoteEntry.js`,
      globalName: 'solvent_toolbox',
      integrity: 'sha384-x',
    },
  ],
  toolboxOpen: false,
  overrides: { origins: [], versions: false },
});

const PAGES = ['index', 'terms', 'toolbox', 'toolbox-moduleId', 'toolbox-upload', 'not-found'];

const pageHtml = (page: string, revision: number) =>
  `<!doctype html><title>${page} of ${revision}</title><script nonce="%SOLVENT_NONCE%">1</script>` +
  `<script type="application/json" id="solvent-config">%SOLVENT_CONFIG%</script>`;

/** What a file of a test release holds: worth compressing. */
export const fileText = (path: string): string => `${path};`.repeat(200);

export async function makeReleaseFolder(): Promise<ReleaseFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'solvent-releases-'));
  const write = async (key: string, content: string | Buffer) => {
    await mkdir(dirname(join(folder, key)), { recursive: true });
    await writeFile(join(folder, key), content);
  };
  return {
    folder,
    async release(name, version, paths) {
      const root = storeLayout.release(name, version);
      for (const path of paths) {
        await write(`${root}/${path}`, fileText(path));
        if (!/\.(js|svg)$/.test(path)) continue;
        await write(`${root}/${path}.br`, brotliCompressSync(fileText(path)));
        await write(`${root}/${path}.gz`, gzipSync(fileText(path)));
      }
      const release: Release = {
        name,
        version,
        publishedAt: '2026-11-01T00:00:00.000Z',
        remote: undefined,
        shell: undefined,
        build: { entry: 'main.js', globalName: '', styles: [], always: [], chunks: {}, fonts: [], shared: {} },
        files: paths.map((path) => ({ path, bytes: 1, brotliBytes: 1, integrity: 'sha384-x' })),
      };
      await write(`${root}/release.json`, JSON.stringify(release));
    },
    async goLive(number, versions, channel = 'production') {
      const revision: Revision = {
        document: documentOf(number, versions),
        who: 'ada',
        at: '2026-11-01',
        change: 'x',
        why: '',
        pages: 'x',
      };
      await write(storeLayout.revision(channel, number), JSON.stringify(revision));
      for (const page of PAGES) await write(storeLayout.page(channel, number, `${page}.html`), pageHtml(page, number));
      await write(storeLayout.current(channel), JSON.stringify({ revision: number }));
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
