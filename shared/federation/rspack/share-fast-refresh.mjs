// Runs in the shell's page before react-dom, in development only. Each remote is a build of its own and brings its own
// React Refresh runtime; React knows one. This lets all of them take part, so that a saved file of any remote is shown
// without a reload and without losing the state of the others.

let nextId = 0;
const nothing = () => {};

const hook = (globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
  renderers: new Map(),
  supportsFiber: true,
  inject: () => nextId++,
  onScheduleFiberRoot: nothing,
  onCommitFiberRoot: nothing,
  onCommitFiberUnmount: nothing,
});

const inject = hook.inject;
hook.inject = (renderer) => {
  askEveryRuntime(renderer);
  const id = inject.call(hook, renderer);
  // Runtimes that start later look for React here.
  hook.renderers.set(id, renderer);
  return id;
};

/** React asks one runtime which component took the place of an old one: ask each, until one knows. */
function askEveryRuntime(renderer) {
  const setHandler = renderer.setRefreshHandler;
  if (!setHandler) return;
  const handlers = new Set();
  renderer.setRefreshHandler = (handler) => {
    if (handler) handlers.add(handler);
    setHandler((type) => {
      for (const resolve of handlers) {
        const family = resolve(type);
        if (family) return family;
      }
      return undefined;
    });
  };
}
