import { readdir, rename, rm, writeFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Files in a release store that is a folder, spoilt behind its back. */
export interface TamperedFiles {
  /** Puts the published bytes back. */
  restore: () => Promise<void>;
}

/**
 * Gives scripts of a published part other bytes, which would run as well. The compressed ones are put aside: a server
 * sends them first.
 *
 * @param releases folder of the store
 * @param part folder in it, such as `remotes/toolbox`
 * @param which scripts, by their names
 */
export async function tamperStore(releases: string, part: string, which: RegExp): Promise<TamperedFiles> {
  const folder = join(releases, part, 'files');
  const files = await readdir(folder);
  const scripts = files.filter((file) => file.endsWith('.js') && which.test(file));
  const published = new Map<string, string>();
  const renamed: string[] = [];
  for (const script of scripts) {
    const text = await readFile(join(folder, script), 'utf8');
    published.set(script, text);
    await writeFile(join(folder, script), `${text}\n//`);
    for (const file of [`${script}.br`, `${script}.gz`].filter((one) => files.includes(one))) {
      await rename(join(folder, file), join(folder, `${file}.aside`));
      renamed.push(file);
    }
  }
  return {
    async restore() {
      for (const file of renamed) await rename(join(folder, `${file}.aside`), join(folder, file));
      for (const [script, text] of published) {
        await rm(join(folder, script));
        await writeFile(join(folder, script), text);
      }
    },
  };
}
