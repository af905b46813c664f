/** As much of React as hooks need: one component, rendered anew after each change. */
export function createTestReact() {
  const cells = [];
  const effects = [];
  let at = 0;
  const cell = (make) => {
    const index = at;
    at += 1;
    cells[index] ??= make();
    return cells[index];
  };
  const same = (one, other) =>
    one !== undefined && other?.length === one.length && one.every((value, index) => Object.is(value, other[index]));

  const react = {
    useState(first) {
      const state = cell(() => ({ value: typeof first === 'function' ? first() : first }));
      state.set ??= (next) => {
        state.value = typeof next === 'function' ? next(state.value) : next;
      };
      return [state.value, state.set];
    },
    useRef: (value) => cell(() => ({ current: value })),
    useCallback(call, deps) {
      const kept = cell(() => ({}));
      if (!same(deps, kept.deps)) Object.assign(kept, { call, deps });
      return kept.call;
    },
    useEffect(effect, deps) {
      const kept = cell(() => ({}));
      if (!same(deps, kept.deps)) effects.push([kept, effect]);
      kept.deps = deps;
    },
    useSyncExternalStore(subscribe, snapshot) {
      react.useEffect(() => subscribe(() => {}), [subscribe]);
      return snapshot();
    },
  };

  return {
    react,
    /** Renders with a hook, and gives what it gave. */
    render(hook) {
      at = 0;
      const result = hook();
      for (const [kept, effect] of effects.splice(0)) {
        kept.end?.();
        kept.end = effect();
      }
      return result;
    },
    /** Takes the component off the screen. */
    unmount() {
      for (const kept of cells) kept.end?.();
    },
  };
}
