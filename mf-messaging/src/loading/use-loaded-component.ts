import { useCallback, useState } from 'react';
import type { ComponentType } from 'react';

/**
 * A component whose code comes when it is first wanted. A load that failed can be tried again,
 * which `React.lazy` cannot.
 *
 * @param load imports the component; must be the same function at every render
 * @returns the component once it is there, and `prepare`, which loads it and says whether it is there
 */
export function useLoadedComponent<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Loaded, setLoaded] = useState<ComponentType<Props>>();
  const prepare = useCallback(
    () =>
      load().then(
        (component) => {
          setLoaded(() => component);
          return true;
        },
        () => false,
      ),
    [load],
  );
  return [Loaded, prepare] as const;
}
