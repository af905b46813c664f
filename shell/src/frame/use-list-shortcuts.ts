import { useEffect, useEffectEvent } from 'react';

/** Moves between list cards with J and K, and opens the shortcuts dialog with `?` (product 10.26). The handler loads on first use. */
export function useListShortcuts(onHelp: () => void): void {
  const help = useEffectEvent(onHelp);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!['j', 'k', '?'].includes(event.key)) return;
      import(/* webpackChunkName: "after-load" */ './handle-list-shortcut.ts').then(
        ({ handleListShortcut }) => handleListShortcut(event, () => help()),
        () => undefined,
      );
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
