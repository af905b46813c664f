import { withPreload } from '@solvent/federation';
import type { Remote } from '@solvent/federation';

const remote: Remote = {
  pages: {
    catalogue: withPreload(
      () => import('./features/catalogue/catalogue-page.tsx'),
      async ({ search }) => (await import('./api/modules.ts')).preloadModules(search),
    ),
    upload: () => import('./features/upload/upload-page.tsx'),
    'own-modules': withPreload(
      () => import('./features/own-modules/own-modules-page.tsx'),
      async () => (await import('./api/own-modules.ts')).preloadOwnModules(),
    ),
    'saved-modules': withPreload(
      () => import('./features/saved-modules/saved-modules-page.tsx'),
      async () => (await import('./api/saved-modules.ts')).preloadSavedModules(),
    ),
    'purchased-modules': withPreload(
      () => import('./features/purchased-modules/purchased-modules-page.tsx'),
      async () => (await import('./api/purchased-modules.ts')).preloadPurchasedModules(),
    ),
    receipt: withPreload(
      () => import('./features/receipt/receipt-page.tsx'),
      async ({ params: { purchaseId = '' } }) => (await import('./api/purchased-modules.ts')).preloadReceipt(purchaseId),
    ),
    'edit-module': () => import('./features/upload/edit/edit-page.tsx'),
    module: withPreload(
      () => import('./features/module/module-page.tsx'),
      async ({ params: { moduleId = '' } }) => (await import('./features/module/preload.ts')).preloadModule(moduleId),
    ),
  },
  slots: {
    'toolbox-dialog': () => import('./features/coming-soon/toolbox-dialog.tsx'),
  },
  searches: {
    modules: () => import('./features/palette/search-modules.ts'),
  },
};

export default remote;
