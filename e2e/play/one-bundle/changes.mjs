import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../../../shared/federation/rspack/base-config.mjs';

const LIBRARY = 'react-dom';

const { resolve } = createRequire(join(ROOT, 'shared/ui/package.json'));

/**
 * What is changed for a release: one place in one file. `part` is who is deployed for it; what is shared, the shell alone provides.
 *
 * @typedef {{ part: string, file: string, from: RegExp, to: string }} Change
 * @type {Record<'toolbox' | 'ui' | 'library', Change>}
 */
export const CHANGES = {
  /** A heading of one remote. */
  toolbox: {
    part: 'toolbox',
    file: join(ROOT, 'mf-toolbox/src/features/catalogue/catalogue-page.tsx'),
    from: /(<PageHeading[^]*?>\s*)Toolbox(\s*<\/PageHeading>)/,
    to: '$1Toolbox 1.1.0$2',
  },
  /** A width in a package that all share. */
  ui: {
    part: 'shell',
    file: join(ROOT, 'shared/ui/src/components/page.tsx'),
    from: /reading: '720px'/,
    to: "reading: '700px'",
  },
  /** A patch release of a library that every page needs at first: the text of React DOM's errors. */
  library: {
    part: 'shell',
    file: resolve(LIBRARY).replace(/index\.js$/, 'cjs/react-dom-client.production.js'),
    from: /https:\/\/react\.dev\/errors\//,
    to: 'https://react.dev/faults/',
  },
};
