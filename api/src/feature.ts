import type { Deps } from './deps.ts';
import type { App } from './platform/http/app.ts';

/** A feature: adds its routes. Those of the API's features are under /api. */
export type Feature = (app: App, deps: Deps) => void | Promise<void>;
