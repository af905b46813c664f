import type { Page } from '@playwright/test';

/** What `./remote` of a remote exports, as far as it matters here. */
interface Parts {
  pages: Record<string, () => Promise<{ Component: unknown }>>;
  slots?: Record<string, () => Promise<{ Component: unknown }>>;
}

/** A remote as Module Federation finds it at its global. */
interface Container {
  init: (...args: unknown[]) => unknown;
  get: (path: string) => Promise<() => { default: Parts }>;
}

interface Fault {
  name: string;
  globalName: string;
  when: 'load' | 'render';
}

/**
 * Runs in the page before its first script: waits for the remote's container at its global, and hands on what it exposes
 * with components that throw. Its files are as they were published, hashes and all.
 */
function breakContainer({ name, globalName, when }: Fault): void {
  const isMended = () => sessionStorage.getItem(`mended-by-test:${name}`) !== null;
  type Load = () => Promise<{ Component: unknown }>;

  const breakLoad =
    (load: Load): Load =>
    async () => {
      const { Component } = await load();
      const failing = (props: unknown): unknown => {
        if (!isMended()) throw new Error(`${name} was made to fail by the test`);
        return (Component as (given: unknown) => unknown)(props);
      };
      return { Component: failing };
    };

  const breakAll = (loads: Record<string, Load>) =>
    Object.fromEntries(Object.entries(loads).map(([key, load]) => [key, breakLoad(load)]));

  const breakParts = ({ pages, slots = {} }: Parts): Parts => ({ pages: breakAll(pages), slots: breakAll(slots) });

  const broken = (container: Container): Container => ({
    init: (...args) => container.init(...args),
    async get(path) {
      const factory = await container.get(path);
      if (when === 'load' && !isMended()) throw new Error(`${name} was made to fail by the test`);
      return () => ({ default: breakParts(factory().default) });
    },
  });

  let found: unknown;
  Object.defineProperty(window, globalName, {
    configurable: true,
    enumerable: true,
    get: () => found,
    // The entry may have to wait for what it shares before it has its container.
    set(container: Container | Promise<Container>) {
      found = container instanceof Promise ? container.then(broken) : broken(container);
    },
  });
}

/** Lets versions of a remote fail in the page's next loads, by the globals of their builds. */
export async function failRenders(page: Page, name: string, globals: readonly string[], when: Fault['when']): Promise<void> {
  for (const globalName of globals) await page.addInitScript(breakContainer, { name, globalName, when });
}

/** From its next render on the remote works again. */
export async function mendRenders(page: Page, name: string): Promise<void> {
  if (page.url() === 'about:blank') return;
  await page.evaluate((remote) => sessionStorage.setItem(`mended-by-test:${remote}`, ''), name);
}
