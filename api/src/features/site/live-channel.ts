import { currentSchema, releaseSchema, revisionSchema, storeLayout } from '@solvent/federation/manifest';
import type { ChannelDocument } from '@solvent/federation/manifest';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';

/** A channel as it is served now. */
export interface LiveChannel {
  document: ChannelDocument;
  /** A page's HTML as delivery made it, with the server's placeholders in it. */
  page: (file: string) => Promise<string>;
}

/** The release store, read only: delivery writes it. */
export interface ReleaseReader {
  /** What is live at this moment, or undefined where nothing is. Asked anew at each page, so that a promotion shows at once. */
  live: () => Promise<LiveChannel | undefined>;
  /** Paths of all files of a release, relative to its folder; empty where there is no such release. */
  files: (name: string, version: string) => Promise<ReadonlySet<string>>;
}

const NAME = /^[a-z][a-z0-9-]*$/;
const VERSION = /^\d+\.\d+\.\d+[A-Za-z0-9.+-]*$/;

/** @param folder of the store @param channel its name, such as `production` */
export function openReleases(folder: string, channel: string): ReleaseReader {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'public' }));
  const readJson = async (key: string): Promise<unknown> =>
    (await disk.exists(key)) ? JSON.parse(await disk.get(key)) : undefined;
  // A revision and a release never change, so each is read once.
  let served: { revision: number; live: LiveChannel } | undefined;
  const releases = new Map<string, ReadonlySet<string>>();

  async function readChannel(revision: number): Promise<LiveChannel> {
    const { document } = revisionSchema.validateSync(await readJson(storeLayout.revision(channel, revision)));
    return { document, page: remembered((file) => disk.get(storeLayout.page(channel, revision, file))) };
  }

  return {
    async live() {
      const current = await readJson(storeLayout.current(channel));
      if (current === undefined) return undefined;
      const { revision } = currentSchema.validateSync(current);
      if (served?.revision !== revision) served = { revision, live: await readChannel(revision) };
      return served.live;
    },
    async files(name, version) {
      if (!NAME.test(name) || !VERSION.test(version)) return new Set();
      const key = `${storeLayout.release(name, version)}/release.json`;
      const known = releases.get(key);
      if (known) return known;
      const found = await readJson(key);
      if (found === undefined) return new Set();
      const files = new Set(releaseSchema.validateSync(found).files.map(({ path }) => path));
      releases.set(key, files);
      return files;
    },
  };
}

function remembered(read: (key: string) => Promise<string>): (key: string) => Promise<string> {
  const texts = new Map<string, string>();
  return async (key) => {
    const text = texts.get(key) ?? (await read(key));
    texts.set(key, text);
    return text;
  };
}
