import { join } from 'node:path';
import { rspack } from '@rspack/core';

/** After minification, which removes comments, and before files are named by their content. */
const STAGE = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_INLINE;

/** Marks each file of a build: equal sources would produce equal files in every version. */
export default async (env, argv) => {
  const { default: createConfig } = await import(join(process.cwd(), 'rspack.config.mjs'));
  const config = createConfig(env, argv);
  const banner = new rspack.BannerPlugin({ banner: `/* ${process.env.RELEASE_VERSION} */`, raw: true, stage: STAGE });
  return { ...config, plugins: [...config.plugins, banner] };
};
