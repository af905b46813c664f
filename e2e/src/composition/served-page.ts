import { CONFIG_ELEMENT_ID } from '@solvent/contracts';
import type { OverrideDecision, RuntimeConfig } from '@solvent/contracts';
import { acceptOverrides, addOverrides } from './consent.ts';
import type { Overrides } from './consent.ts';

export interface ServedBuild {
  version: string;
  entry: string;
}

export interface NamedBuild extends ServedBuild {
  name: string;
}

export interface ServedRemote extends ServedBuild {
  name: string;
  previous?: ServedBuild;
  candidate?: ServedBuild & { percent: number };
}

/** The composition that a page of the product describes. */
export interface ServedPage {
  channel: string;
  revision: number;
  shell: string;
  remotes: ServedRemote[];
  overrides: OverrideDecision[];
}

export const listBuilds = ({ remotes, overrides }: ServedPage): NamedBuild[] => [
  ...remotes.flatMap(({ name, previous, candidate, ...live }) =>
    [live, previous, candidate].flatMap((build) => build ?? []).map((build) => ({ ...build, name })),
  ),
  // The server sends builds of overrides in the format of pinned ones.
  ...overrides.flatMap(({ build }) => (build ? [build as NamedBuild] : [])),
];

/** A script's name contains 40 bits of its hash (decision 0051), as 10 hex digits; in base64 they are 7 characters. */
const toHexDigits = (hash: string) => Buffer.from(hash.slice(0, 7), 'base64').toString('hex');

/** @returns hashes in the names of a build's files, which its entry lists @throws Error if the entry is missing */
export async function readFileHashes(baseURL: string, { entry }: ServedBuild): Promise<Set<string>> {
  const response = await fetch(new URL(entry, baseURL));
  if (!response.ok) throw new Error(`${entry} responds with ${response.status}.`);
  const text = await response.text();
  const hashes = [...text.matchAll(/"sha256-([\w+/]{43}=)"/g)].map(([, hash = '']) => toHexDigits(hash));
  return new Set([...hashes, ...(`${entry} ${text}`.match(/\b[0-9a-f]{10}\b/g) ?? [])]);
}

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

/** Reads the composition of the product's pages. @param overrides to request @throws Error if there is no page of the product */
export async function readServedPage(baseURL: string, overrides: Overrides = {}): Promise<ServedPage> {
  const consent = await acceptOverrides(baseURL, overrides);
  const headers = new Headers(consent && { cookie: `${consent.name}=${consent.value}` });
  const response = await fetch(addOverrides(new URL('/privacy', baseURL).href, overrides), { headers });
  const html = await response.text();
  if (!response.ok)
    throw new Error(`${baseURL} responds with ${response.status}: is something live there? See "pnpm delivery status".`);
  // The product's own page: its server and its shell share these types.
  const { shell, ...channel } = readInlinedJson(html, 'solvent-channel') as Omit<ServedPage, 'shell' | 'overrides'> & {
    shell: { version: string };
  };
  const settings = readInlinedJson(html, CONFIG_ELEMENT_ID) as RuntimeConfig;
  return { ...channel, shell: shell.version, overrides: settings.overrides ?? [] };
}
