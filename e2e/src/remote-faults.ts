import type { Page } from '@playwright/test';

/** Exports of a remote's `./remote`. */
interface RemoteModule {
  pages: Record<string, () => Promise<{ Component: unknown }>>;
  slots?: Record<string, () => Promise<{ Component: unknown }>>;
}

interface Container {
  init: (...args: unknown[]) => unknown;
  get: (path: string) => Promise<() => { default: RemoteModule }>;
}

interface Fault {
  name: string;
  entry: string;
  when: 'load' | 'render';
}

/** Runs in the page before its first script. Wraps the remote's container with components that throw. */
function breakContainer({ name, entry, when }: Fault): void {
  const isFixed = () => sessionStorage.getItem(`fixed-by-test:${name}`) !== null;
  type Load = () => Promise<{ Component: unknown }>;

  const breakLoad =
    (load: Load): Load =>
    async () => {
      const { Component } = await load();
      const failing = (props: unknown): unknown => {
        if (!isFixed()) throw new Error(`${name} was made to fail by the test`);
        return (Component as (given: unknown) => unknown)(props);
      };
      return { Component: failing };
    };

  const breakAll = (loads: Record<string, Load>) =>
    Object.fromEntries(Object.entries(loads).map(([key, load]) => [key, breakLoad(load)]));

  const breakModule = ({ pages, slots = {} }: RemoteModule): RemoteModule => ({ pages: breakAll(pages), slots: breakAll(slots) });

  const wrapContainer = (container: Container): Container => ({
    init: (...args) => container.init(...args),
    async get(path) {
      const factory = await container.get(path);
      if (when === 'load' && !isFixed()) throw new Error(`${name} was made to fail by the test`);
      return () => ({ default: breakModule(factory().default) });
    },
  });

  const inheritedSetter = Object.getOwnPropertyDescriptor(HTMLScriptElement.prototype, 'container')?.set;
  Object.defineProperty(HTMLScriptElement.prototype, 'container', {
    configurable: true,
    set(this: HTMLScriptElement, container: Container) {
      const { origin, pathname } = new URL(this.src);
      const isTarget = new URL(entry, location.href).href === `${origin}${pathname}`;
      if (!isTarget && inheritedSetter) inheritedSetter.call(this, container);
      else Object.defineProperty(this, 'container', { value: isTarget ? wrapContainer(container) : container });
    },
  });
}

/** Makes versions of a remote fail from the next page load. @param entries paths of the versions' entries */
export async function failRemote(page: Page, name: string, entries: readonly string[], when: Fault['when']): Promise<void> {
  for (const entry of entries) await page.addInitScript(breakContainer, { name, entry, when });
}

/** Ends the fault: the remote works from its next render. */
export async function restoreRemote(page: Page, name: string): Promise<void> {
  if (page.url() === 'about:blank') return;
  await page.evaluate((remote) => sessionStorage.setItem(`fixed-by-test:${remote}`, ''), name);
}
