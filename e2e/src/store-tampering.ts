import { readdir, rename, rm, writeFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface TamperedFiles {
  restore: () => Promise<void>;
}

/** Changes bytes of published scripts, which would still run, and hides compressed files, which a server would prefer. */
export async function tamperStore(releases: string, part: string, pattern: RegExp): Promise<TamperedFiles> {
  const folder = join(releases, part, 'files');
  const files = await readdir(folder);
  const scripts = files.filter((file) => file.endsWith('.js') && pattern.test(file));
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
