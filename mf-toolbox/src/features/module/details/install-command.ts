import type { Module } from '@solvent/contracts';
import { archiveName } from '../buying/download-module.ts';

const PYTHON = new Set(['Python', 'Django', 'Flask']);
const JAVASCRIPT = new Set(['React', 'Node.js', 'Express', 'TypeScript', 'JavaScript', 'Vue.js', 'Angular', 'Next.js']);

const isPython = (tags: string[]) => tags.some((tag) => PYTHON.has(tag)) && !tags.some((tag) => JAVASCRIPT.has(tag));

/** What installs a folder, and the file that says that it is a package. */
const toolOf = (tags: string[]) =>
  isPython(tags) ? { install: 'pip install', manifest: 'pyproject.toml' } : { install: 'npm install', manifest: 'package.json' };

/**
 * What installs a downloaded module, to be run where the archive lies: unpacked into a folder with the module's name, and
 * added to the project from there. Authors pack the files themselves or the folder that holds them: it finds out which.
 */
export function installCommand({ slug, version, tags }: Pick<Module, 'slug' | 'version' | 'tags'>): string {
  const { install, manifest } = toolOf(tags);
  const folder = `$([ -f ${slug}/${manifest} ] && echo ./${slug} || echo ./${slug}/*/)`;
  return `unzip ${archiveName(slug, version)} -d ${slug} && ${install} ${folder}`;
}
