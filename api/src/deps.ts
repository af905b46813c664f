import type { AccountsDeps, PasswordHasher } from './features/accounts/index.ts';
import type { FilesDeps, PictureMaker } from './features/files/index.ts';
import type { PreviewsDeps } from './features/previews/index.ts';
import type { SiteDeps } from './features/site/index.ts';
import type { Platform, PlatformPorts } from './platform/platform.ts';

/** Everything outside of the application: tests replace it. */
export interface Ports extends PlatformPorts, Pick<PreviewsDeps, 'cardRenderer'>, Pick<SiteDeps, 'renderer'> {
  passwords: PasswordHasher;
  pictures: PictureMaker;
}

/** Dependencies of all features. */
export type Deps = Platform & AccountsDeps & FilesDeps & PreviewsDeps & SiteDeps;
