import type { Page } from '@playwright/test';
import type { RemoteErrorKind, RuntimeReportBody } from '@solvent/contracts';

/** What a page tells the API of what it runs. */
export interface Reports {
  /** How the code of a version came: undefined as long as nothing is told of it. */
  loaded: (name: string, version: string) => Promise<boolean | undefined>;
  /** Which errors of a version are told. */
  errors: (name: string, version: string) => Promise<RemoteErrorKind[]>;
}

/** Listens to the page's reports. Start it before the page is loaded, and poll: a page reports once it stands. */
export function watchReports(page: Page): Reports {
  const bodies: RuntimeReportBody[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/runtime-reports') bodies.push(request.postDataJSON() as RuntimeReportBody);
  });
  const isVersion = (name: string, version: string) => (part: { name: string; version: string }) =>
    part.name === name && part.version === version;

  /** A page that is about to go tells at once what it would tell after 3 s, or a minute later. */
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
