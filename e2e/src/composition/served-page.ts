import { CONFIG_ELEMENT_ID } from '@solvent/contracts';
import type { OverrideDecision, RuntimeConfig } from '@solvent/contracts';
import { acceptOverrides, addOverrides } from './consent.ts';
import type { Overrides } from './consent.ts';

/** A version of a remote, as the page carries it. */
export interface ServedBuild {
  version: string;
  /** Address of its entry, from the root of the site. */
  entry: string;
}

/** A version of a remote in the store. */
export interface NamedBuild extends ServedBuild {
  name: string;
}

/** A remote as the channel pins it. */
export interface ServedRemote extends ServedBuild {
  name: string;
  previous?: ServedBuild;
  candidate?: ServedBuild & { percent: number };
}

/** What a page of the deployed product says that it is made of. */
export interface ServedPage {
  channel: string;
  revision: number;
  shell: string;
  remotes: ServedRemote[];
  /** What the server says to the overrides that were asked for. */
  overrides: OverrideDecision[];
}

/** All builds of the store that the page may run. */
export const listBuilds = ({ remotes, overrides }: ServedPage): NamedBuild[] => [
  ...remotes.flatMap(({ name, previous, candidate, ...live }) =>
    [live, previous, candidate].flatMap((build) => build ?? []).map((build) => ({ ...build, name })),
  ),
  // The server gives what the page would take for a pin.
  ...overrides.flatMap(({ build }) => (build ? [build as NamedBuild] : [])),
];

/** The digits in a script's name begin its hash (decision 0051): ten of them are 40 bits, which are 7 signs. */
const toHexDigits = (hash: string) => Buffer.from(hash.slice(0, 7), 'base64').toString('hex');

/**
 * What tells files of a build from those of another: the digits in their names. A build's entry has those of all of its files, or the
 * hashes that they begin.
 *
 * @throws Error where it is not there
 */
export async function readFileHashes(baseURL: string, { entry }: ServedBuild): Promise<Set<string>> {
  const answer = await fetch(new URL(entry, baseURL));
  if (!answer.ok) throw new Error(`${entry} answers ${answer.status}.`);
  const text = await answer.text();
  const hashes = [...text.matchAll(/"sha256-([\w+/]{43}=)"/g)].map(([, hash = '']) => toHexDigits(hash));
  return new Set([...hashes, ...(`${entry} ${text}`.match(/\b[0-9a-f]{10}\b/g) ?? [])]);
}

/** Why overrides that a page was asked with do not run there, in sentences. */
export const listOverrideFaults = ({ overrides }: ServedPage): string[] =>
  overrides.flatMap(({ remote, target, refused, missing }) => {
    const fault = refused ?? missing;
    return fault === undefined ? [] : [`${remote}@${target}: ${fault}`];
  });

function readInlinedJson(html: string, id: string): unknown {
  const text = new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`, 's').exec(html)?.[1];
  if (text === undefined) throw new Error(`The page has no script "${id}": is it a page of Solvent?`);
  return JSON.parse(text);
}

/**
 * Asks the product what its pages are made of.
 *
 * @param overrides what to ask for in place of what is live
 * @throws Error where nothing answers, or no page of the product does
 */
export async function readServedPage(baseURL: string, overrides: Overrides = {}): Promise<ServedPage> {
  const consent = await acceptOverrides(baseURL, overrides);
  const headers = new Headers(consent && { cookie: `${consent.name}=${consent.value}` });
  const answer = await fetch(addOverrides(new URL('/privacy', baseURL).href, overrides), { headers });
  const html = await answer.text();
  if (!answer.ok) throw new Error(`${baseURL} answers ${answer.status}: is something live there? "pnpm delivery status" tells.`);
  // The product's own page: its server and its shell share the types of what is in it.
  const { shell, ...channel } = readInlinedJson(html, 'solvent-channel') as Omit<ServedPage, 'shell' | 'overrides'> & {
    shell: { version: string };
  };
  const settings = readInlinedJson(html, CONFIG_ELEMENT_ID) as RuntimeConfig;
  return { ...channel, shell: shell.version, overrides: settings.overrides ?? [] };
}
