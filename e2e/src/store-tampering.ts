import { readdir, rename, rm, writeFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const ENTRY = /^remoteEntry\./;

/** Files of a version in a release store that is a folder, spoilt behind its back. */
export interface Tampered {
  /** Puts the published bytes back. */
  mend: () => Promise<void>;
}

/**
 * Gives scripts of a published remote other bytes, which would run as well. The compressed ones are put aside: a server
 * sends them first.
 *
 * @param releases folder of the store, with one version of the remote in it
 * @param part the script that the channel names, or those that it loads
 */
export async function tamperStore(releases: string, name: string, part: 'entry' | 'chunk'): Promise<Tampered> {
  const [version = ''] = await readdir(join(releases, 'remotes', name));
  const folder = join(releases, 'remotes', name, version);
  const files = await readdir(folder);
  const scripts = files.filter((file) => file.endsWith('.js') && ENTRY.test(file) === (part === 'entry'));
  const published = new Map<string, string>();
  const aside: string[] = [];
  for (const script of scripts) {
    const text = await readFile(join(folder, script), 'utf8');
    published.set(script, text);
    await writeFile(join(folder, script), `${text}\n//`);
    for (const file of [`${script}.br`, `${script}.gz`].filter((one) => files.includes(one))) {
      await rename(join(folder, file), join(folder, `${file}.aside`));
      aside.push(file);
    }
  }
  return {
    async mend() {
      for (const file of aside) await rename(join(folder, `${file}.aside`), join(folder, file));
      for (const [script, text] of published) {
        await rm(join(folder, script));
        await writeFile(join(folder, script), text);
      }
    },
  };
}
