import type { BrowserContext } from '@playwright/test';

/** Origin such as `http://localhost:3003`, or version, by remote. */
export type Overrides = Readonly<Record<string, string>>;

export function addOverrides(address: string, overrides: Overrides): string {
  const url = new URL(address);
  for (const [name, target] of Object.entries(overrides)) url.searchParams.append('remote', `${name}@${target}`);
  return url.href;
}

interface ConsentCookie {
  name: string;
  value: string;
}

/** Accepts the consent page (tested in releases.spec.ts). @returns its cookie, or undefined if nothing needs consent */
export async function acceptOverrides(baseURL: string, overrides: Overrides): Promise<ConsentCookie | undefined> {
  const remotes = Object.entries(overrides).filter(([, target]) => target.startsWith('http'));
  if (remotes.length === 0) return undefined;
  const { headers } = await fetch(addOverrides(new URL('/privacy', baseURL).href, overrides), {
    method: 'POST',
    body: new URLSearchParams([['answer', 'load'], ...remotes.map(([name, origin]) => ['remote', `${name}@${origin}`])]),
    redirect: 'manual',
  });
  const [, name, value] = /^((?:__Host-)?remotes)=([^;]*)/m.exec(headers.getSetCookie().join('\n')) ?? [];
  return name !== undefined && value !== undefined ? { name, value } : undefined;
}

export async function acceptOverridesIn(context: BrowserContext, baseURL: string, overrides: Overrides): Promise<void> {
  const consent = await acceptOverrides(baseURL, overrides);
  if (consent) await context.addCookies([{ ...consent, url: baseURL }]);
}
