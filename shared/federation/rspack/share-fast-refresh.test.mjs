/** React as a refresh runtime sees it. */
const renderer = () => ({
  scheduleRefresh() {},
  handler: undefined,
  setRefreshHandler(handler) {
    this.handler = handler;
  },
});

it('lets the runtimes of all builds take part, whenever they start', async () => {
  await import('./share-fast-refresh.mjs');
  const hook = globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__;
  const react = renderer();
  const setHandler = react.setRefreshHandler.bind(react);
  react.setRefreshHandler = setHandler;

  const id = hook.inject(react);
  expect(hook.renderers.get(id)).toBe(react); // where a runtime that starts later looks

  const families = { shell: { current: 'new shell' }, toolbox: { current: 'new toolbox' } };
  react.setRefreshHandler((type) => (type === 'shell' ? families.shell : undefined));
  react.setRefreshHandler((type) => (type === 'toolbox' ? families.toolbox : undefined));
  expect(react.handler('shell')).toBe(families.shell);
  expect(react.handler('toolbox')).toBe(families.toolbox);
  expect(react.handler('a component that nobody changed')).toBeUndefined();
});
