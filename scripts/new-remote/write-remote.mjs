import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

const TEMPLATE = join(import.meta.dirname, 'template');
/** File name suffix, because of which the workspace's tools do not treat templates as code. */
const SUFFIX = '.template';

/**
 * Writes a remote's files from the templates.
 *
 * @param {import('./plan.mjs').Plan} plan
 * @returns {Promise<string[]>} paths of the files, relative to the remote's folder
 */
export async function writeRemote({ folder, ...values }) {
  const entries = await readdir(TEMPLATE, { recursive: true, withFileTypes: true });
  const templates = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    templates.toSorted().map(async (template) => {
      const path = relative(TEMPLATE, template).slice(0, -SUFFIX.length);
      const text = (await readFile(template, 'utf8')).replaceAll(/\{\{(\w+)\}\}/g, (_, name) => values[name]);
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
      return path;
    }),
  );
}
