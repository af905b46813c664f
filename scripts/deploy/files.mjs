import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '../setup/root.mjs';

/**
 * Deployment files and the files that they refer to.
 *
 * @typedef {object} Files
 * @property {(path: string) => string} read
 * @property {(path: string) => boolean} has
 * @property {(folder: string, ending: RegExp) => string[]} list paths of all files in it
 */

/**
 * @param {Record<string, string>} [instead] texts in place of what is in a file, by its path: tests plant mistakes by it
 * @returns {Files}
 */
export const openFiles = (instead = {}) => ({
  read: (path) => instead[path] ?? readFileSync(join(ROOT, path), 'utf8'),
  has: (path) => path in instead || existsSync(join(ROOT, path)),
  list: (folder, ending) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter((path) => ending.test(path))
      .toSorted(),
});

/** The documents of a YAML file, and why it is none. @param {string} path @param {string} text */
export function readYaml(path, text) {
  const documents = parseAllDocuments(text, { merge: true });
  const wrong = documents.flatMap(({ errors }) => errors).map(({ message }) => `${path} ${message.split('\n')[0]}`);
  return { wrong, values: wrong.length > 0 ? [] : documents.map((document) => document.toJS()).filter(Boolean) };
}

/** Names and values of a file of settings. @param {string} text @returns {[string, string][]} */
export const settingsIn = (text) => [...text.matchAll(/^([A-Za-z_]\w*)=(.*)$/gm)].map(([, name, value]) => [name, value]);
