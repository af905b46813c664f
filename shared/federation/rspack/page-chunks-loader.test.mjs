import pageChunksLoader from './page-chunks-loader.mjs';

const REMOTE = `const remote = {
  pages: { home: () => import('./home.js'), 'view-problem': () => { return import('./view.js'); } },
  slots: { 'role-switch-dialog': () => import('./dialog.js') },
  searches: { problems: () => import('./search.js') },
};
export default remote;`;

it('names the chunk of each loader by its key: a search is not taken for the page of that name', () => {
  const code = pageChunksLoader(REMOTE);
  expect(code).toContain(`home: () => import(/* webpackChunkName: "home" */ './home.js')`);
  expect(code).toContain(`import(/* webpackChunkName: "view-problem" */ './view.js')`);
  expect(code).toContain(`import(/* webpackChunkName: "slots-role-switch-dialog" */ './dialog.js')`);
  expect(code).toContain(`import(/* webpackChunkName: "searches-problems" */ './search.js')`);
});

it('leaves alone what is no loader of a remote', () => {
  const code = `import('./other.js');\nexport default 1;`;
  expect(pageChunksLoader(code)).toBe(code);
});
