import { getRuntimeConfig } from '@solvent/http';
import { cacheFrame } from './cache-frame.ts';
import type { Remotes } from './remotes/remotes-context.ts';
import { startReports } from './reports/start-reports.ts';

const ignoreError = () => undefined;

/** Starts services that are optional. @param landingPath where the visit began */
export function startAfterLoad(remotes: Remotes, landingPath: string): void {
  cacheFrame().catch(ignoreError);
  if (getRuntimeConfig().push)
    import(/* webpackChunkName: "push" */ '@solvent/push').then(({ startPush }) => startPush(), ignoreError);
  startReports(remotes, landingPath);
}
