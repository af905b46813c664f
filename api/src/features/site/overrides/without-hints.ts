import type { OverrideDecision } from '@solvent/contracts';

/**
 * The page without hints for the live files of remotes that something else runs in place of: the browser would fetch them
 * for nobody, and complain of it.
 *
 * @param html of a page as delivery made it
 */
export function withoutHints(html: string, decisions: readonly OverrideDecision[]): string {
  // An override that is allowed has a name of letters, digits and "-".
  const names = decisions.filter(({ refused }) => refused === null).map(({ remote }) => remote);
  if (names.length === 0) return html;
  return html.replaceAll(new RegExp(`<link rel="preload" [^>]*href="/remotes/(?:${names.join('|')})/[^>]*>\n?`, 'g'), '');
}
