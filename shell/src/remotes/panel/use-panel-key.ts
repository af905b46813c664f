import { useEffect, useEffectEvent } from 'react';

/** Ctrl+Alt+R anywhere. By the key's place: with Alt held, many keyboards give another letter. */
export function usePanelKey(onPress: () => void): void {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.code !== 'KeyR' || !event.ctrlKey || !event.altKey || event.shiftKey || event.metaKey) return;
      event.preventDefault();
      press();
    }
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, []);
}
