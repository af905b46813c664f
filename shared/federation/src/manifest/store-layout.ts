/**
 * Keys of the release store (a folder or a bucket). Delivery writes it, the API reads it.
 *
 *     shell/files/<file>                       files named by their content, shared by all releases of the shell
 *     shell/<version>/…                        a shell release: files of fixed names (`shell.json`, `public/favicon.svg`)
 *     remotes/<name>/files/<file>              the same for a remote
 *     remotes/<name>/<version>/…
 *     …/<version>/release.json                 the list of a release's files, written last
 *     …/<version>/smoke.json                   result of its last smoke tests; written before the release is published
 *     channels/<channel>/revisions/<n>.json    every revision of the channel: document, who, when, why
 *     channels/<channel>/current.json          { "revision": n }
 *     channels/<channel>/pages/<n>/<page>      one HTML page for each path pattern, and not-found.html
 *
 * `.br` and `.gz` are beside each file that compresses. Older releases have their files below `<version>/`, with 8 hexadecimal
 * digits in the names instead of 10. The address of a file is `/` and its key.
 */
export const storeLayout = {
  folder: getFolder,
  release: (name: string, version: string) => `${getFolder(name)}/${version}`,
  files: (name: string) => `${getFolder(name)}/files`,
  file: (name: string, version: string, path: string) =>
    isNamedByContent(path) ? `${storeLayout.files(name)}/${path}` : `${storeLayout.release(name, version)}/${path}`,
  smoke: (name: string, version: string) => `${storeLayout.release(name, version)}/smoke.json`,
  current: (channel: string) => `channels/${channel}/current.json`,
  revision: (channel: string, revision: number) => `channels/${channel}/revisions/${revision}.json`,
  page: (channel: string, revision: number, page: string) => `channels/${channel}/pages/${revision}/${page}`,
} as const;

function getFolder(name: string): string {
  return name === 'shell' ? 'shell' : `remotes/${name}`;
}

/** Returns whether a name contains a content hash, such as `catalogue.0a1b2c3d4e.js`. */
export const isNamedByContent = (path: string): boolean => /^[^/\\\0]+\.[0-9a-f]{10,}\.[a-z0-9]+$/.test(path);

/** Excludes formats with compression of their own. */
export const isCompressible = (path: string): boolean => /\.(js|mjs|css|json|svg|html|txt|xml|map|wasm|webmanifest)$/.test(path);

/** Returns `problems-id.html` for `/problems/:id` and `index.html` for `/`. */
export function pageFile(pattern: string): string {
  const slug = pattern.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return `${slug || 'index'}.html`;
}

/** Loads files from dev servers; never served in production. */
export const DEVELOPMENT_CHANNEL = 'development';

/** The only channel that `npm start` changes. */
export const LOCAL_CHANNEL = 'local';

export const NOT_FOUND_PAGE = 'not-found.html';

/** Placeholders that the server replaces per request. */
export const PAGE_PLACEHOLDERS = { nonce: '%SOLVENT_NONCE%', config: '%SOLVENT_CONFIG%' } as const;
