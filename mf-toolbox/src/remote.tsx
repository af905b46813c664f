import type { Remote } from '@solvent/federation';
import { preloadCatalogue } from './features/catalogue/modules-query.ts';

const remote: Remote = {
  routes: [
    {
      path: '/toolbox',
      title: 'Toolbox',
      page: () => import(/* webpackChunkName: "catalogue" */ './features/catalogue/catalogue-page.tsx'),
      preload: preloadCatalogue,
    },
  ],
  slots: {
    'toolbox-dialog': () => import(/* webpackChunkName: "toolbox-dialog" */ './features/coming-soon/toolbox-dialog.tsx'),
  },
};

export default remote;
