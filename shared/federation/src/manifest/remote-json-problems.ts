import { ValidationError } from 'yup';
import { SHELL_ICONS } from './icon-nodes.ts';
import type { IconNode } from './icon-nodes.ts';
import { patternsCollide } from './path-pattern.ts';
import { writtenRemoteSchema } from './remote-json.ts';
import type { RemoteJson } from './remote-json.ts';

type HandWrittenRemote = Pick<RemoteJson, 'name' | 'paths' | 'slots'>;

interface ExpectedNames {
  /** Name from the folder: `reports` for `mf-reports`. */
  name: string;
  isIcon: (name: string) => boolean;
}

const listIcons = ({ paths }: Pick<RemoteJson, 'paths'>): string[] => [
  ...new Set(paths.flatMap(({ menu }) => Object.values(menu ?? {}).flatMap((entry) => entry?.icon ?? []))),
];

/** Returns the icon nodes that a build adds to a valid `remote.json`. */
export function iconsToPublish(
  remote: Pick<RemoteJson, 'paths'>,
  getNodes: (name: string) => IconNode[] | undefined,
): Pick<RemoteJson, 'icons'> {
  const shell = new Set<string>(SHELL_ICONS);
  const icons = listIcons(remote).flatMap((name) => (shell.has(name) ? [] : [[name, getNodes(name) ?? []] as const]));
  return icons.length === 0 ? {} : { icons: Object.fromEntries(icons) };
}

/** Returns a sentence for each problem of a hand-written `remote.json`. */
export function remoteJsonProblems(written: unknown, { name, isIcon }: ExpectedNames): string[] {
  try {
    const remote: HandWrittenRemote = writtenRemoteSchema.validateSync(written, { abortEarly: false });
    return [...checkName(remote, name), ...checkIcons(remote, isIcon), ...checkPaths(remote), ...checkSlots(remote)];
  } catch (error) {
    if (error instanceof ValidationError) return error.errors.map((message) => `${message}.`);
    throw error;
  }
}

const checkName = (remote: HandWrittenRemote, name: string): string[] =>
  remote.name === name ? [] : [`"name" is "${remote.name}", and its folder is mf-${name}: write "${name}".`];

const checkIcons = (remote: HandWrittenRemote, isIcon: ExpectedNames['isIcon']): string[] =>
  listIcons(remote)
    .filter((icon) => !isIcon(icon))
    .map((icon) => `Lucide has no icon "${icon}": choose one of https://lucide.dev/icons.`);

const checkPaths = ({ paths }: HandWrittenRemote): string[] =>
  paths.flatMap(({ path }, index) =>
    paths
      .slice(index + 1)
      .filter((other) => patternsCollide(path, other.path))
      .map((other) => `"${path}" and "${other.path}" are the same address: remove one of them.`),
  );

const KNOWN_SLOT = /^(?:notification-bell|[a-z][a-z0-9-]*-(?:dialog|settings))$/;

const checkSlots = ({ slots }: HandWrittenRemote): string[] =>
  slots
    .filter((slot) => !KNOWN_SLOT.test(slot))
    .map(
      (slot) =>
        `The shell has no place for the slot "${slot}": a dialog ends in "-dialog", a section of the settings in "-settings".`,
    );
