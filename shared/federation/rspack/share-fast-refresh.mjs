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
  connectAllHandlers(renderer);
  const id = inject.call(hook, renderer);
  // Runtimes that start later look for React here.
  hook.renderers.set(id, renderer);
  return id;
};

/** React calls one handler for the replacement of a component: call that of each runtime until one returns it. */
function connectAllHandlers(renderer) {
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
