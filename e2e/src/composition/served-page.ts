import { CONFIG_ELEMENT_ID } from '@solvent/contracts';
import type { OverrideDecision, RuntimeConfig } from '@solvent/contracts';
import { agreeTo, askFor } from './consent.ts';
import type { Overrides } from './consent.ts';

/** A version of a remote, as the page carries it. */
export interface ServedBuild {
  version: string;
  globalName: string;
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

/** Why overrides that a page was asked with do not run there, in sentences. */
export const faultsOf = ({ overrides }: ServedPage): string[] =>
  overrides.flatMap(({ remote, target, refused, missing }) => {
    const fault = refused ?? missing;
    return fault === undefined ? [] : [`${remote}@${target}: ${fault}`];
  });

function inlined(html: string, id: string): unknown {
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
  const consent = await agreeTo(baseURL, overrides);
  const headers = new Headers(consent && { cookie: `${consent.name}=${consent.value}` });
  const answer = await fetch(askFor(new URL('/privacy', baseURL).href, overrides), { headers });
  const html = await answer.text();
  if (!answer.ok) throw new Error(`${baseURL} answers ${answer.status}: is something live there? "pnpm delivery status" tells.`);
  // The product's own page: its server and its shell share the types of what is in it.
  const { shell, ...channel } = inlined(html, 'solvent-channel') as Omit<ServedPage, 'shell' | 'overrides'> & {
    shell: { version: string };
  };
  const settings = inlined(html, CONFIG_ELEMENT_ID) as RuntimeConfig;
  return { ...channel, shell: shell.version, overrides: settings.overrides ?? [] };
}
