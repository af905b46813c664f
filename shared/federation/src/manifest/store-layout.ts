/**
 * Where things lie in the release store (a folder or a bucket). Delivery writes it, the API reads it.
 *
 *     shell/<version>/…                        files of a shell release, and `.br` and `.gz` beside each
 *     remotes/<name>/<version>/…               the same for a remote
 *     …/<version>/release.json                 written last: a release without it is not whole
 *     channels/<channel>/revisions/<n>.json    every revision of the channel: document, who, when, why
 *     channels/<channel>/current.json          { "revision": n }
 *     channels/<channel>/pages/<n>/<page>      one HTML page for each path pattern, and not-found.html
 */
export const storeLayout = {
  release: (name: string, version: string) => (name === 'shell' ? `shell/${version}` : `remotes/${name}/${version}`),
  current: (channel: string) => `channels/${channel}/current.json`,
  revision: (channel: string, revision: number) => `channels/${channel}/revisions/${revision}.json`,
  page: (channel: string, revision: number, page: string) => `channels/${channel}/pages/${revision}/${page}`,
} as const;

/** The file of a path pattern's page: `/problems/:id` is `problems-id.html`, `/` is `index.html`. */
export function pageFile(pattern: string): string {
  const slug = pattern.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return `${slug || 'index'}.html`;
}

/** The channel whose pages take their files from dev servers; never served in production. */
export const DEVELOPMENT_CHANNEL = 'development';

/** The page of every path that nobody owns. */
export const NOT_FOUND_PAGE = 'not-found.html';

/** What the server replaces in a page at each request. */
export const PAGE_PLACEHOLDERS = { nonce: '%SOLVENT_NONCE%', config: '%SOLVENT_CONFIG%' } as const;
