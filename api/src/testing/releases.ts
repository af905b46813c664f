import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { hashPages, openReleaseStore } from '@solvent/releases';
import type { ReleaseStore } from '@solvent/releases';
import { channelSchema, storeLayout } from '@solvent/federation/manifest';
import type { ChannelDocument, OverrideRules, Release, RemotePin, Revision } from '@solvent/federation/manifest';
import { openTestBucket } from '@solvent/object-store/testing';

interface TestChannel {
  shell: string;
  toolbox: string;
  /** Default: `production`. */
  channel?: string;
  /** Default: no overrides are allowed. */
  overrides?: OverrideRules;
  candidate?: RemotePin['candidate'];
}

/** A release store with a shell and one remote, in the format of delivery. */
export interface TestReleases {
  /** Format of the setting `releases`. */
  location: string;
  store: ReleaseStore;
  /** Adds a release. The first path is its entry, and files contain their own path. */
  release(name: string, version: string, paths: string[], more?: Partial<Release>): Promise<void>;
  /** Writes a revision with its pages, whose titles contain their names, and makes it live. */
  goLive(revision: number, channel: TestChannel): Promise<void>;
  close(): Promise<void>;
}

const buildDocument = (revision: number, { shell, toolbox, channel, overrides, candidate }: TestChannel): ChannelDocument =>
  channelSchema.validateSync({
    channel: channel ?? 'production',
    revision,
    shell: { version: shell, paths: ['/', '/terms'] },
    remotes: [
      {
        name: 'toolbox',
        version: toolbox,
        contract: '^1.0.0',
        paths: ['/toolbox', '/toolbox/:moduleId', '/toolbox/upload'].map((path) => ({
          path,
          page: 'x',
          ...(path === '/toolbox/upload' ? { session: true } : { render: 'public' }),
        })),
        entry: '/remotes/toolbox/files/remoteEntry.2b2b2b2b2b.js',
        integrity: 'sha256-x',
        candidate,
      },
    ],
    overrides,
  });

const PAGES = ['index', 'terms', 'toolbox', 'toolbox-moduleId', 'toolbox-upload', 'not-found'];

const pageHtml = (page: string, document: ChannelDocument) =>
  `<!doctype html><!--head--><title>${page} of ${document.revision}</title><!--/head-->` +
  '<!--hints--><link rel="preload" as="script" href="/remotes/toolbox/files/remoteEntry.2b2b2b2b2b.js"><!--/hints-->' +
  '<div id="root"><!--root--><!--/root--></div>\n<aside id="none"></aside>' +
  '<!--scripts--><script nonce="%SOLVENT_NONCE%">1</script><!--/scripts-->' +
  `<script type="application/json" id="solvent-config">%SOLVENT_CONFIG%</script>` +
  `<script type="application/json" id="solvent-channel">${JSON.stringify(document)}</script>`;

/** Returns the content of a file, long enough for compression. */
export const fileText = (path: string): string => `${path};`.repeat(200);

async function writeFile(store: ReleaseStore, key: string, path: string): Promise<Release['files'][number]> {
  const text = fileText(path);
  const integrity = `sha256-${createHash('sha256').update(text).digest('base64')}`;
  await store.put(key, text);
  if (!/\.(js|svg)$/.test(path)) return { path, bytes: text.length, brotliBytes: text.length, integrity };
  const brotli = brotliCompressSync(text);
  await store.put(`${key}.br`, brotli);
  await store.put(`${key}.gz`, gzipSync(text));
  return { path, bytes: text.length, brotliBytes: brotli.length, integrity };
}

function createWriter(store: ReleaseStore): Pick<TestReleases, 'release' | 'goLive'> {
  return {
    async release(name, version, paths, more = {}) {
      const release: Release = {
        name,
        version,
        publishedAt: '2026-11-01T00:00:00.000Z',
        remote: undefined,
        shell: undefined,
        build: {
          entry: paths[0] ?? '',
          styles: [],
          always: [],
          chunks: {},
          takes: {},
          provides: {},
          fonts: [],
          shared: {},
        },
        files: await Promise.all(paths.map((path) => writeFile(store, storeLayout.file(name, version, path), path))),
        ...more,
      };
      await store.create(`${storeLayout.release(name, version)}/release.json`, JSON.stringify(release));
    },
    async goLive(number, live) {
      const document = buildDocument(number, live);
      const { channel } = document;
      const pages = new Map(PAGES.map((page) => [`${page}.html`, pageHtml(page, document)]));
      const metadata = { who: 'ada', at: '2026-11-01', change: 'x', why: '' };
      const revision: Revision = { document, ...metadata, pages: hashPages(pages) };
      await store.put(storeLayout.revision(channel, number), JSON.stringify(revision));
      for (const [page, html] of pages) await store.put(storeLayout.page(channel, number, page), html);
      await store.put(storeLayout.current(channel), JSON.stringify({ revision: number }));
    },
  };
}

/** Makes a release live in an existing store. Servers are ready only with one. */
export async function publishLiveRelease(location: string): Promise<void> {
  const { release, goLive } = createWriter(openReleaseStore(location));
  await release('shell', '1.0.0-aa', ['main.1a1a1a1a1a.js']);
  await goLive(1, { shell: '1.0.0-aa', toolbox: '1.0.0-bb' });
}

export async function releasesInFolder(): Promise<TestReleases> {
  const where = await mkdtemp(join(tmpdir(), 'solvent-releases-'));
  const store = openReleaseStore(where);
  return { location: where, store, ...createWriter(store), close: () => rm(where, { recursive: true }) };
}

/** Creates an empty store in a bucket that can be made unavailable. */
export async function releasesInBucket(): Promise<TestReleases & { takeAway(): Promise<void>; bringBack(): Promise<void> }> {
  const { url, takeAway, bringBack, close } = await openTestBucket();
  const store = openReleaseStore(url);
  return { location: url, store, ...createWriter(store), takeAway, bringBack, close };
}
