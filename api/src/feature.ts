import type { Deps } from './deps.ts';
import type { App } from './platform/http/app.ts';

/** Adds the routes of a feature. */
export type Feature = (app: App, deps: Deps) => void | Promise<void>;
