import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { iconNodes } from '@solvent/federation/icon-nodes';
import { DEVELOPMENT_CHANNEL, iconsToPublish, remoteJsonProblems, remoteJsonSchema } from '@solvent/federation/manifest';
import type { ChannelDocument, RemoteJson } from '@solvent/federation/manifest';
import { DeliveryError, openChannel, createBuild, createPageBuild, renderPages } from '@solvent/releases';
import type { PageBuild } from '@solvent/releases';
import { LOCAL_OVERRIDES, getPackageFolder, listRemoteNames } from './context.ts';
import type { Context } from './context.ts';
import type { Command } from './command.ts';
import { publishBuild } from './working-tree.ts';

/** Version of the builds that dev servers serve. */
const DEV_VERSION = '0.0.0-dev';

interface DevRemote {
  remote: RemoteJson;
  part: PageBuild;
}

const LESSON = `Makes the channel "development", whose pages take what is named from its dev server and the rest as it is built: what "pnpm dev" does.
A remote that is not sound is named and left out.

  pnpm delivery dev toolbox=http://localhost:3003`;

export const dev: Command = {
  usage: '<name>=<origin> …',
  summary: 'make the development channel with dev servers',
  arguments: Infinity,
  lesson: LESSON,
  begins: true,
  run: (context, { args }) => updateDevelopmentChannel(context, args),
};

/**
 * Updates the development channel. The named packages are loaded from their dev servers, the others from their builds.
 * @param servers `<name>=<origin>`, such as `toolbox=http://localhost:3003`
 */
async function updateDevelopmentChannel(context: Context, servers: readonly string[]): Promise<void> {
  const origins = new Map(servers.map(parseServer));
  const read = await Promise.all(listRemoteNames(context.root).map((name) => tryReadRemote(context, name, origins.get(name))));
  const remotes = read.filter((remote) => remote !== undefined);
  const shell = await readShell(context, origins.get('shell'));
  const channel = openChannel(context.store, DEVELOPMENT_CHANNEL);
  const model = await openChannel(context.store, context.channel).newest();
  const document: ChannelDocument = {
    channel: channel.name,
    revision: (await channel.lastNumber()) + 1,
    shell: { version: shell.version, paths: shell.paths },
    remotes: remotes.map(({ remote, part }) => ({ ...createBuild(remote, part), previous: undefined, candidate: undefined })),
    toolboxOpen: model?.document.toolboxOpen ?? false,
    overrides: LOCAL_OVERRIDES,
  };
  const pages = renderPages(
    document,
    shell.part,
    remotes.map(({ part }) => part),
  );
  await channel.add({
    document,
    at: new Date().toISOString(),
    change: servers.join(', '),
    pages: 'of dev servers',
    ...context.reason,
  });
  await channel.writePages(document.revision, pages);
  await channel.settle();
}

function parseServer(text: string): [name: string, origin: string] {
  const [, name, origin] = /^([a-z][a-z0-9-]*)=(https?:\/\/[\w.-]+:\d+)$/.exec(text) ?? [];
  if (!name || !origin)
    throw new DeliveryError(`"${text}" names no dev server: write it as <name>=<origin>, such as toolbox=http://localhost:3003.`);
  return [name, origin];
}

/** Reads the shell. Its paths, icons and sounds are those of the build; if there is a dev server, it serves the code. */
async function readShell(context: Context, origin: string | undefined) {
  const release = await publishBuild(context, 'shell');
  const built = createPageBuild(release);
  const part = origin === undefined ? built : { ...buildServedPart('shell', 'main.js', origin), has: built.has };
  return { version: release.version, paths: release.shell?.paths ?? [], part };
}

/** Reads a remote. If its description is invalid, prints the problem and returns undefined. */
async function tryReadRemote(context: Context, name: string, origin: string | undefined): Promise<DevRemote | undefined> {
  try {
    return await readRemote(context, name, origin);
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    context.print(`${name} is left out: ${error.message}`);
    return undefined;
  }
}

async function readRemote(context: Context, name: string, origin: string | undefined): Promise<DevRemote> {
  if (origin === undefined) {
    const release = await publishBuild(context, name);
    if (!release.remote) throw new DeliveryError(`${name} is no remote.`);
    return { remote: release.remote, part: createPageBuild(release) };
  }
  return { remote: await readDescription(context, name), part: buildServedPart(name, 'remoteEntry.js', origin) };
}

/** Creates the description that the dev server publishes, from `remote.json` in the workspace. */
async function readDescription({ root }: Context, name: string): Promise<RemoteJson> {
  const text = await readFile(join(getPackageFolder(root, name), 'remote.json'), 'utf8');
  const written = parseJson(name, text);
  const listNodes = (icon: string) => iconNodes(root, icon);
  const problems = remoteJsonProblems(written, { name, isIcon: (icon) => listNodes(icon) !== undefined });
  if (problems.length > 0) throw new DeliveryError(problems.map((problem) => `mf-${name}/remote.json: ${problem}`).join('\n'));
  return remoteJsonSchema.validateSync({ ...written, ...iconsToPublish(written, listNodes), version: DEV_VERSION });
}

/** Parses `remote.json`. The result is valid if {@link remoteJsonProblems} finds nothing. */
function parseJson(name: string, text: string): RemoteJson {
  try {
    return JSON.parse(text) as RemoteJson;
  } catch (error) {
    throw new DeliveryError(`mf-${name}/remote.json is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Preloads only the entry, because other files change at every save. */
const buildServedPart = (name: string, entry: string, origin: string): PageBuild => ({
  name,
  build: { entry, styles: [], always: [], chunks: {}, takes: {}, provides: {}, fonts: [], shared: {} },
  url: (file) => `${origin}/${file}`,
  integrity: () => undefined,
  has: () => false,
});
