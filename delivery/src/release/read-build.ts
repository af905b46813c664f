import { existsSync } from 'node:fs';
import { readBuilt } from '@solvent/federation/checksums';
import type { BuiltFile } from '@solvent/federation/checksums';
import { buildFilesSchema, remoteJsonSchema, shellJsonSchema } from '@solvent/federation/manifest';
import type { BuildFiles, RemoteJson, ShellJson } from '@solvent/federation/manifest';
import type { Schema } from 'yup';
import { DeliveryError } from '@solvent/releases';

/** The valid content of a `dist` folder. */
export interface Build {
  name: string;
  version: string;
  remote: RemoteJson | undefined;
  shell: ShellJson | undefined;
  build: BuildFiles;
  files: BuiltFile[];
}

/** Versions that are valid as a folder, in a URL and in `<name>@<version>`; the server serves no others. */
const VERSION = /^\d+\.\d+\.\d+[A-Za-z0-9.-]*$/;

/**
 * Reads the files that a build lists, and ignores other files in the folder.
 * @param name `shell` or the name of a remote
 * @param folder the `dist` folder
 * @throws DeliveryError if a file or a description is missing or invalid
 */
export async function readBuild(name: string, folder: string): Promise<Build> {
  const files = readFiles(name, folder);
  const described = <Value>(path: string, schema: Schema<Value>) => describe(name, path, schema, files);
  const remote = name === 'shell' ? undefined : described('remote.json', remoteJsonSchema);
  const shell = name === 'shell' ? described('shell.json', shellJsonSchema) : undefined;
  const build = described('build-files.json', buildFilesSchema);
  const description = remote ?? shell;
  if (!description) throw new DeliveryError(`${name} has no description.`);
  if (description.name !== name) throw new DeliveryError(`The build in ${folder} is of "${description.name}", not of "${name}".`);
  if (!VERSION.test(description.version))
    throw new DeliveryError(
      `"${description.version}" is no version of ${name}: write it in package.json as 1.2.3, and build again.`,
    );
  const wrong = missingFiles(build, files) ?? missingPage(remote, build);
  if (wrong) throw notWhole(name, wrong);
  return { name, version: description.version, remote, shell, build, files };
}

function readFiles(name: string, folder: string): BuiltFile[] {
  if (!existsSync(folder)) throw new DeliveryError(`There is no build of ${name} in ${folder}: run "pnpm build" first.`);
  try {
    return readBuilt(folder).files;
  } catch (error) {
    throw notWhole(name, error instanceof Error ? error.message : String(error));
  }
}

const notWhole = (name: string, why: string): DeliveryError =>
  new DeliveryError(`The build of ${name} is not whole: ${why}. Build it again.`);

function describe<Value>(name: string, path: string, schema: Schema<Value>, files: BuiltFile[]): Value {
  const file = files.find((candidate) => candidate.path === path);
  if (!file)
    throw new DeliveryError(`The build of ${name} has no ${path}: build it with the preset of @solvent/federation/rspack.`);
  try {
    return schema.validateSync(JSON.parse(String(file.bytes)));
  } catch (error) {
    throw new DeliveryError(`${path} of ${name} is wrong: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function missingFiles(build: BuildFiles, files: BuiltFile[]): string | undefined {
  const built = new Set(files.map((file) => file.path));
  const server = build.server === undefined ? [] : [build.server];
  const named = [build.entry, ...server, ...build.styles, ...build.fonts, ...build.always, ...Object.values(build.chunks).flat()];
  const missing = named.filter((path) => !built.has(path));
  return missing.length > 0 ? `build-files.json names ${missing.join(', ')}` : undefined;
}

function missingPage(remote: RemoteJson | undefined, build: BuildFiles): string | undefined {
  const missing = remote?.paths.find(({ page }) => !build.chunks[page]?.length);
  return missing && `the page "${missing.page}" of ${missing.path} was not built`;
}
