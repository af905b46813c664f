import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { computeIntegrity } from '@solvent/federation/checksums';
import { ROOT } from './workspace.ts';

interface BuildFiles {
  server?: string;
}

interface RemoteJson {
  paths: { render?: string }[];
}

/**
 * Copies the build of the toolbox with another server bundle.
 * @param version such as `1.1.0-throws` @param code appended to the server bundle, or null for a release without one @returns the
 * folder of the build
 */
export async function copyBuildWithServerBundle(version: string, code: string | null): Promise<string> {
  const dist = await mkdtemp(join(tmpdir(), 'solvent-server-'));
  await cp(join(ROOT, 'mf-toolbox/dist'), dist, { recursive: true });
  const read = (path: string) => readFile(join(dist, path), 'utf8');
  const list = JSON.parse(await read('checksums.json')) as { files: Record<string, string> };
  const { server, ...build } = JSON.parse(await read('build-files.json')) as BuildFiles;
  const remote = JSON.parse(await read('remote.json')) as RemoteJson;
  if (server === undefined) throw new Error('The toolbox is built without a bundle for servers.');

  async function write(path: string, text: string): Promise<void> {
    await writeFile(join(dist, path), text);
    list.files[path] = computeIntegrity(text);
  }

  delete list.files[server];
  if (code === null) {
    const paths = remote.paths.map((path) => ({ ...path, render: undefined }));
    await write('build-files.json', JSON.stringify(build));
    await write('remote.json', JSON.stringify({ ...remote, paths, version }));
  } else {
    const text = `${await read(server)}\n;${code}`;
    // Files are named by their content.
    const named = `server.${createHash('sha256').update(text).digest('hex').slice(0, 10)}.cjs`;
    await write(named, text);
    await write('build-files.json', JSON.stringify({ ...build, server: named }));
    await write('remote.json', JSON.stringify({ ...remote, version }));
  }
  await writeFile(join(dist, 'checksums.json'), JSON.stringify(list));
  return dist;
}
