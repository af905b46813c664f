import type { Platform } from '../../platform/platform.ts';
import type { LiveReader } from './live-channel.ts';
import type { ReleaseReader } from './release-files.ts';
import type { Renderer } from './rendering/renderer.ts';

export interface Deps extends Pick<
  Platform,
  | 'config'
  | 'dataDisk'
  | 'db'
  | 'files'
  | 'jobs'
  | 'mail'
  | 'metrics'
  | 'ping'
  | 'readRouter'
  | 'redis'
  | 'releases'
  | 'stopping'
  | 'writeEvents'
> {
  readLiveChannel: LiveReader;
  releaseReader: ReleaseReader;
  /** Renders public pages; undefined: only browsers do. */
  renderer: Renderer | undefined;
}
