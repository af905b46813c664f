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
 * @property {(folder: string, ending: RegExp) => string[]} list paths of the files in a folder and its subfolders
 */

/**
 * @param {Record<string, string>} [overrides] file contents by path that replace those on disk; tests use it to inject mistakes
 * @returns {Files}
 */
export const openFiles = (overrides = {}) => ({
  read: (path) => overrides[path] ?? readFileSync(join(ROOT, path), 'utf8'),
  has: (path) => path in overrides || existsSync(join(ROOT, path)),
  list: (folder, ending) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter((path) => ending.test(path))
      .toSorted(),
});

/**
 * Parses a YAML file.
 *
 * @param {string} path for messages @param {string} text
 * @returns {{ wrong: string[], values: any[] }} syntax errors; the documents if there are none
 */
export function readYaml(path, text) {
  const documents = parseAllDocuments(text, { merge: true });
  const wrong = documents.flatMap(({ errors }) => errors).map(({ message }) => `${path} ${message.split('\n')[0]}`);
  return { wrong, values: wrong.length > 0 ? [] : documents.map((document) => document.toJS()).filter(Boolean) };
}

/** @param {string} text `NAME=value` lines @returns {[string, string][]} names and values */
export const parseSettings = (text) => [...text.matchAll(/^([A-Za-z_]\w*)=(.*)$/gm)].map(([, name, value]) => [name, value]);
