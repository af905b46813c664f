import { parseUrl } from '@solvent/contracts';
import type { Token } from 'markdown-it';

/** Returns the words of inline tokens, of pictures their alternative text. */
export const getTokenText = (tokens: readonly Token[] | null): string =>
  (tokens ?? [])
    .map(({ children, content, type }) => (type === 'softbreak' ? ' ' : children ? getTokenText(children) : content))
    .join('');

/** Returns the name by which GitHub links to a heading. */
const getSlug = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');

/** Returns the slugs of a text's headings; repeated ones get numbers, as on GitHub. */
export function findHeadings(tokens: readonly Token[]): Map<Token, string> {
  const counts = new Map<string, number>();
  const headings = new Map<Token, string>();
  tokens.forEach((token, index) => {
    if (token.type !== 'heading_open') return;
    const slug = getSlug(getTokenText(tokens[index + 1]?.children ?? null));
    let count = counts.get(slug) ?? 0;
    let unique = slug;
    // A heading may be named like a numbered one.
    while (count > 0 && counts.has(unique)) unique = `${slug}-${count++}`;
    counts.set(slug, Math.max(count, 1));
    if (unique !== slug) counts.set(unique, 1);
    headings.set(token, unique);
  });
  return headings;
}

/** Parses `#usage`; undefined for anything else. */
export function parseHeadingLink(href: string): string | undefined {
  if (!href.startsWith('#')) return undefined;
  try {
    return decodeURIComponent(href.slice(1)).toLowerCase();
  } catch {
    return undefined;
  }
}

/** Matches `docs/options.md` and `LICENSE`, but neither `/problems` nor an address with a scheme. */
const RELATIVE_PATH = /^(?![a-z][a-z\d+.-]*:)[^/#]/i;

export const isRelativePath = (href: string): boolean => RELATIVE_PATH.test(href);

/** Returns the path of a branch in a repository, and of the folder in it that a page shows, such as `tree/main/docs`. */
function findPlace(project: string, [kind, shownRef, ...shown]: string[]): { root: string; folder: string } {
  const isFile = kind === 'blob';
  const ref = (isFile || kind === 'tree') && shownRef ? shownRef : 'HEAD';
  const folders = isFile ? shown.slice(0, -1) : kind === 'tree' ? shown : [];
  return { root: `${project}/blob/${ref}/`, folder: folders.map((one) => `${one}/`).join('') };
}

/** Returns undefined for hosts whose addresses of files are unknown. */
function findFolder({ hostname, pathname }: URL): { root: string; folder: string } | undefined {
  const path = pathname.replace(/\/+$/, '').replace(/\.git$/, '');
  if (hostname === 'github.com') {
    const [, owner, name, ...page] = path.split('/');
    return name ? findPlace(`/${owner}/${name}`, page) : undefined;
  }
  if (!hostname.startsWith('gitlab.')) return undefined;
  const [project = '', page = ''] = path.split('/-/');
  return findPlace(`${project}/-`, page.split('/'));
}

export type PathResolver = (path: string) => string | undefined;

/**
 * Creates a function that returns the address of a relative link in a repository: of the file on GitHub and GitLab, of the repository
 * elsewhere. Links that leave the repository have none; without a repository, no link has one.
 */
export function createPathResolver(repositoryUrl: string | null | undefined): PathResolver {
  const repository = parseUrl(repositoryUrl ?? '');
  if (!repository || !/^https?:$/.test(repository.protocol)) return () => undefined;
  const found = findFolder(repository);
  if (found === undefined) return () => repository.href;
  const root = repository.origin + found.root;
  return (path) => {
    const { href } = new URL(path, root + found.folder);
    return href.startsWith(root) ? href : undefined;
  };
}
