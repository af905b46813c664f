import type { BrowserContext } from '@playwright/test';

/** `toolbox` to `http://localhost:3003`, or to a version. */
export type Overrides = Readonly<Record<string, string>>;

/** The address with `?remote=` for each override, as the server reads it. */
export function addOverrides(address: string, overrides: Overrides): string {
  const url = new URL(address);
  for (const [name, target] of Object.entries(overrides)) url.searchParams.append('remote', `${name}@${target}`);
  return url.href;
}

/** A cookie by which the product knows what a browser's person agreed to. */
interface ConsentCookie {
  name: string;
  value: string;
}

/**
 * Answers "Load it" for whoever runs the tests, who named the origins themselves: the product asks a person before it loads
 * builds of another machine. A person's own answer has a test in own-product.spec.ts.
 *
 * @returns what remembers it; undefined where the product has nothing to remember
 */
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

/** The same for all pages of a browser. */
export async function acceptOverridesIn(context: BrowserContext, baseURL: string, overrides: Overrides): Promise<void> {
  const consent = await acceptOverrides(baseURL, overrides);
  if (consent) await context.addCookies([{ ...consent, url: baseURL }]);
}
