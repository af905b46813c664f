import type { Platform } from '../../platform/platform.ts';

export type Deps = Pick<Platform, 'db' | 'files' | 'readRouter'>;
