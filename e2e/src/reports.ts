import type { Page } from '@playwright/test';
import type { PartErrorKind, RuntimeReportBody } from '@solvent/contracts';

/** What a page has told the API of what it runs. */
export interface Reports {
  /** How the code of a version came: undefined as long as nothing was told. */
  loaded: (name: string, version: string) => boolean | undefined;
  /** Which errors of a version were told. */
  errors: (name: string, version: string) => PartErrorKind[];
}

/** Listens to the page's reports. Start it before the page is loaded. */
export function watchReports(page: Page): Reports {
  const bodies: RuntimeReportBody[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/runtime-reports') bodies.push(request.postDataJSON() as RuntimeReportBody);
  });
  const isOf = (name: string, version: string) => (part: { name: string; version: string }) =>
    part.name === name && part.version === version;
  return {
    loaded: (name, version) => bodies.flatMap(({ parts }) => parts).find(isOf(name, version))?.loaded,
    errors: (name, version) =>
      bodies
        .flatMap(({ errors }) => errors)
        .filter(isOf(name, version))
        .map(({ kind }) => kind),
  };
}
