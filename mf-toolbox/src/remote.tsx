import type { Remote } from '@solvent/federation';

const remote: Remote = {
  pages: {
    catalogue: () => import('./features/catalogue/catalogue-page.tsx'),
    upload: () => import('./features/upload/upload-page.tsx'),
    'own-modules': () => import('./features/own-modules/own-modules-page.tsx'),
    'saved-modules': () => import('./features/saved-modules/saved-modules-page.tsx'),
    'purchased-modules': () => import('./features/purchased-modules/purchased-modules-page.tsx'),
    receipt: () => import('./features/receipt/receipt-page.tsx'),
    'edit-module': () => import('./features/upload/edit/edit-page.tsx'),
    module: () => import('./features/module/module-page.tsx'),
  },
  slots: {
    'toolbox-dialog': () => import('./features/coming-soon/toolbox-dialog.tsx'),
  },
  searches: {
    modules: () => import('./features/palette/search-modules.ts'),
  },
};

export default remote;
