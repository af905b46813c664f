import { parseUrl } from '@solvent/contracts';

const FORGES = ['github.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org'];
const PULL_REQUEST = /^\/(.+?)\/(?:-\/)?(?:pull|pulls|pull-requests|merge_requests)\/(\d+)(?:\/|$)/;

/** Names a pull request "owner/repo #12", and any other address by its host and path. */
export function nameLink(address: string): { name: string; isPullRequest: boolean } {
  const url = parseUrl(address);
  if (!url) return { name: address, isPullRequest: false };
  const host = url.host.replace(/^www\./, '');
  const [, repository, number] = (FORGES.includes(host) && PULL_REQUEST.exec(url.pathname)) || [];
  if (repository) return { name: `${repository} #${number}`, isPullRequest: true };
  return { name: `${host}${url.pathname.replace(/\/$/, '')}${url.search}`, isPullRequest: false };
}
