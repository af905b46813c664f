import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../../../shared/federation/rspack/base-config.mjs';

const LIBRARY = 'react-dom';

const { resolve } = createRequire(join(ROOT, 'shared/ui/package.json'));

/**
 * One change in one file per release. `part` is the deployed package; only the shell provides shared ones.
 *
 * @typedef {{ part: string, file: string, from: RegExp, to: string }} Change
 * @type {Record<'toolbox' | 'ui' | 'library', Change>}
 */
export const CHANGES = {
  toolbox: {
    part: 'toolbox',
    file: join(ROOT, 'mf-toolbox/src/features/catalogue/catalogue-page.tsx'),
    from: /(<PageHeading[^]*?>\s*)Toolbox(\s*<\/PageHeading>)/,
    to: '$1Toolbox 1.1.0$2',
  },
  ui: {
    part: 'shell',
    file: join(ROOT, 'shared/ui/src/components/page.tsx'),
    from: /reading: '720px'/,
    to: "reading: '700px'",
  },
  /** A patch of a library that every page needs: the URL in React DOM's errors. */
  library: {
    part: 'shell',
    file: resolve(LIBRARY).replace(/index\.js$/, 'cjs/react-dom-client.production.js'),
    from: /https:\/\/react\.dev\/errors\//,
    to: 'https://react.dev/faults/',
  },
};
