import type { Module } from '@solvent/contracts';
import { archiveName } from '../buying/download-module.ts';

const PYTHON = new Set(['Python', 'Django', 'Flask']);
const JAVASCRIPT = new Set(['React', 'Node.js', 'Express', 'TypeScript', 'JavaScript', 'Vue.js', 'Angular', 'Next.js']);

const isPython = (tags: string[]) => tags.some((tag) => PYTHON.has(tag)) && !tags.some((tag) => JAVASCRIPT.has(tag));

/**
 * What installs a downloaded module, to be run where the archive lies: unpacked into a folder with the module's name, and
 * added to the project from there.
 */
export function installCommand({ slug, version, tags }: Pick<Module, 'slug' | 'version' | 'tags'>): string {
  const install = isPython(tags) ? 'pip install' : 'npm install';
  return `unzip ${archiveName(slug, version)} -d ${slug} && ${install} ./${slug}`;
}
