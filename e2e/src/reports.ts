import type { Page } from '@playwright/test';
import type { RemoteErrorKind, RuntimeReportBody } from '@solvent/contracts';

export interface Reports {
  /** @returns whether the version loaded, or undefined before a report */
  loaded: (name: string, version: string) => Promise<boolean | undefined>;
  errors: (name: string, version: string) => Promise<RemoteErrorKind[]>;
}

/** Start it before the page loads, and poll: a page reports late. */
export function watchReports(page: Page): Reports {
  const bodies: RuntimeReportBody[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/runtime-reports') bodies.push(request.postDataJSON() as RuntimeReportBody);
  });
  const isVersion = (name: string, version: string) => (part: { name: string; version: string }) =>
    part.name === name && part.version === version;

  /** A page that is about to unload reports at once instead of after seconds. */
  async function flushReports(): Promise<RuntimeReportBody[]> {
    await page.evaluate(() => void window.dispatchEvent(new Event('pagehide')));
    return bodies;
  }

  return {
    loaded: async (name, version) => (await flushReports()).flatMap(({ parts }) => parts).find(isVersion(name, version))?.loaded,
    errors: async (name, version) =>
      (await flushReports())
        .flatMap(({ errors }) => errors)
        .filter(isVersion(name, version))
        .map(({ kind }) => kind),
  };
}
