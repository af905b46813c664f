import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { iconNodes } from '@solvent/federation/icon-nodes';
import { DEVELOPMENT_CHANNEL, iconsToPublish, remoteJsonProblems, remoteJsonSchema } from '@solvent/federation/manifest';
import type { ChannelDocument, RemoteJson } from '@solvent/federation/manifest';
import { DeliveryError, openChannel, createBuild, createPageBuild, renderPages } from '@solvent/releases';
import type { PageBuild } from '@solvent/releases';
import { LOCAL_OVERRIDES, packageFolder, remoteNames } from './context.ts';
import type { Context } from './context.ts';
import type { Command } from './command.ts';
import { publishBuild } from './working-tree.ts';

/** The version that the preset gives to what a dev server serves. */
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
  run: (context, { args }) => makeDevelopmentChannel(context, args),
};

/**
 * Makes the development channel: what is named is taken from its dev server, the rest as it is built.
 *
 * @param servers `<name>=<origin>`, such as `toolbox=http://localhost:3003`
 */
async function makeDevelopmentChannel(context: Context, servers: readonly string[]): Promise<void> {
  const origins = new Map(servers.map(parseServer));
  const read = await Promise.all(remoteNames(context.root).map((name) => readSoundRemote(context, name, origins.get(name))));
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

/** Its paths, icons and sounds are those of the build; its code comes from the dev server, where there is one. */
async function readShell(context: Context, origin: string | undefined) {
  const release = await publishBuild(context, 'shell');
  const built = createPageBuild(release);
  const part = origin === undefined ? built : { ...servedPart('shell', 'main.js', origin), has: built.has };
  return { version: release.version, paths: release.shell?.paths ?? [], part };
}

/** A remote; undefined if its description is invalid, which is printed. */
async function readSoundRemote(context: Context, name: string, origin: string | undefined): Promise<DevRemote | undefined> {
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
  return { remote: await readDescription(context, name), part: servedPart(name, 'remoteEntry.js', origin) };
}

/** The description that its dev server publishes. */
async function readDescription({ root }: Context, name: string): Promise<RemoteJson> {
  const text = await readFile(join(packageFolder(root, name), 'remote.json'), 'utf8');
  const written = parseJson(name, text);
  const listNodes = (icon: string) => iconNodes(root, icon);
  const problems = remoteJsonProblems(written, { name, isIcon: (icon) => listNodes(icon) !== undefined });
  if (problems.length > 0) throw new DeliveryError(problems.map((problem) => `mf-${name}/remote.json: ${problem}`).join('\n'));
  return remoteJsonSchema.validateSync({ ...written, ...iconsToPublish(written, listNodes), version: DEV_VERSION });
}

/** Valid if {@link remoteJsonProblems} finds nothing. */
function parseJson(name: string, text: string): RemoteJson {
  try {
    return JSON.parse(text) as RemoteJson;
  } catch (error) {
    throw new DeliveryError(`mf-${name}/remote.json is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Nothing is hinted of what changes at every save, but what a page starts with. */
const servedPart = (name: string, entry: string, origin: string): PageBuild => ({
  name,
  build: { entry, styles: [], always: [], chunks: {}, takes: {}, provides: {}, fonts: [], shared: {} },
  url: (file) => `${origin}/${file}`,
  integrity: () => undefined,
  has: () => false,
});
