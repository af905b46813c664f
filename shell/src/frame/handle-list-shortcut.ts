import { hasSingleKeys } from '@solvent/store';
import { isComposing } from '@solvent/ui';

const KEY_CONSUMER_SELECTOR =
  'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"], [role="slider"]';

const CARD_LINK_SELECTOR = 'main article :is(h2, h3) a[href]';

/** Returns the next or previous card; without a focused card, the first one in the viewport. */
function findCard(step: 1 | -1): HTMLElement | undefined {
  const cards = [...document.querySelectorAll<HTMLElement>(CARD_LINK_SELECTOR)].filter(
    (card) => card.checkVisibility?.() ?? true,
  );
  const index = cards.findIndex((card) => card.closest('article')?.contains(document.activeElement));
  if (index >= 0) return cards[index + step];
  return cards.find((card) => card.getBoundingClientRect().top >= 0) ?? cards[0];
}

/** Handles J, K and `?`, unless single-key shortcuts are off, the user is typing, or another listener handled the key. */
export function handleListShortcut(event: KeyboardEvent, onHelp: () => void): void {
  const { key, target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return;
  if (target instanceof Element && target.closest(KEY_CONSUMER_SELECTOR)) return;
  if (!hasSingleKeys()) return;
  if (key === '?') onHelp();
  else findCard(key === 'j' ? 1 : -1)?.focus();
}
