import { useEffect, useEffectEvent } from 'react';

/** J and K go between the cards of a list, `?` says which keys there are (product 10.26). What they do comes late. */
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
