import type { Remote } from '@solvent/federation';

const remote: Remote = {
  routes: [
    {
      path: '/toolbox',
      title: 'Toolbox',
      page: () => import(/* webpackChunkName: "catalogue" */ './features/catalogue/catalogue-page.tsx'),
    },
    {
      path: '/toolbox/upload',
      title: 'Upload Your Module',
      page: () => import(/* webpackChunkName: "upload" */ './features/upload/upload-page.tsx'),
    },
    {
      path: '/toolbox/own',
      title: 'My Modules',
      page: () => import(/* webpackChunkName: "own-modules" */ './features/own-modules/own-modules-page.tsx'),
    },
    {
      path: '/toolbox/saved',
      title: 'Saved Modules',
      page: () => import(/* webpackChunkName: "saved-modules" */ './features/saved-modules/saved-modules-page.tsx'),
    },
    {
      path: '/toolbox/:moduleId/edit',
      title: 'Edit Module',
      page: () => import(/* webpackChunkName: "edit-module" */ './features/upload/edit/edit-page.tsx'),
    },
    {
      path: '/toolbox/:moduleId',
      title: 'Module',
      page: () => import(/* webpackChunkName: "module" */ './features/module/module-page.tsx'),
    },
  ],
  slots: {
    'toolbox-dialog': () => import(/* webpackChunkName: "toolbox-dialog" */ './features/coming-soon/toolbox-dialog.tsx'),
  },
};

export default remote;
