import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { integrityOf } from '@solvent/federation/checksums';
import { ROOT } from './workspace.ts';

interface Built {
  server?: string;
}

interface Described {
  paths: { render?: string }[];
}

/**
 * A release of the toolbox as it is built, but for what the server makes of its pages.
 *
 * @param version such as `1.1.0-throws`
 * @param code runs behind the bundle for servers, in which `module.exports.default` is what it exports; null for a release without
 *   one, as they were before there were such
 * @returns the folder of the build
 */
export async function releaseWithServer(version: string, code: string | null): Promise<string> {
  const dist = await mkdtemp(join(tmpdir(), 'solvent-server-'));
  await cp(join(ROOT, 'mf-toolbox/dist'), dist, { recursive: true });
  const list = JSON.parse(await readFile(join(dist, 'checksums.json'), 'utf8')) as { files: Record<string, string> };

  async function change(path: string, edit: (text: string) => string): Promise<void> {
    const text = edit(await readFile(join(dist, path), 'utf8'));
    await writeFile(join(dist, path), text);
    list.files[path] = integrityOf(text);
  }

  const { server } = JSON.parse(await readFile(join(dist, 'build-files.json'), 'utf8')) as Built;
  if (server === undefined) throw new Error('The toolbox is built without a bundle for servers.');
  if (code === null) {
    await rm(join(dist, server));
    delete list.files[server];
    await change('build-files.json', (text) => JSON.stringify({ ...(JSON.parse(text) as Built), server: undefined }));
    await change('remote.json', (text) => {
      const remote = JSON.parse(text) as Described;
      return JSON.stringify({ ...remote, paths: remote.paths.map((path) => ({ ...path, render: undefined })) });
    });
  } else {
    const text = `${await readFile(join(dist, server), 'utf8')}\n;${code}`;
    // Files are named by their bytes.
    const named = `server.${createHash('sha256').update(text).digest('hex').slice(0, 10)}.cjs`;
    await writeFile(join(dist, named), text);
    delete list.files[server];
    list.files[named] = integrityOf(text);
    await change('build-files.json', (files) => JSON.stringify({ ...(JSON.parse(files) as Built), server: named }));
  }
  await change('remote.json', (text) => JSON.stringify({ ...(JSON.parse(text) as object), version }));
  await writeFile(join(dist, 'checksums.json'), JSON.stringify(list));
  return dist;
}
