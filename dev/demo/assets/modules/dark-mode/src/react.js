/** A React hook for a theme: `const useTheme = createUseTheme(React, theme)`. On the server it says `light`. */
export const createUseTheme = ({ useSyncExternalStore }, theme) =>
  function useTheme() {
    return useSyncExternalStore(theme.subscribe, theme.shown, () => 'light');
  };
