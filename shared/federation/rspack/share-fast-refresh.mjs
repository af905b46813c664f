// Runs before react-dom in development. React connects one React Refresh runtime, but each remote has its own: this connects
// all, so that an edit of any remote keeps the state of the others.

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

/** Calls the handler of each runtime until one returns a replacement. */
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
