import type { Deps } from './deps.ts';
import type { App } from './platform/http/app.ts';

export type Feature = (app: App, deps: Deps) => void | Promise<void>;
