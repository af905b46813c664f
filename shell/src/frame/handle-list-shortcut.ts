import { hasSingleKeys } from '@solvent/kit';

/** Where a key is a letter, or the page behind must stay as it is. */
const KEY_CONSUMER_SELECTOR =
  'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"], [role="slider"]';

/** The cards of a page's lists: each by the link that its heading is. */
const CARD_LINK_SELECTOR = 'main article :is(h2, h3) a[href]';

/** The next card, or the one before; from elsewhere on the page the first that is in sight. */
function findCard(step: 1 | -1): HTMLElement | undefined {
  const cards = [...document.querySelectorAll<HTMLElement>(CARD_LINK_SELECTOR)].filter(
    (card) => card.checkVisibility?.() ?? true,
  );
  const index = cards.findIndex((card) => card.closest('article')?.contains(document.activeElement));
  if (index >= 0) return cards[index + step];
  return cards.find((card) => card.getBoundingClientRect().top >= 0) ?? cards[0];
}

/** Does what J, K or `?` does in a list, unless the setting turns that off, the user is typing, or another listener handled the key. */
export function handleListShortcut(event: KeyboardEvent, onHelp: () => void): void {
  const { key, target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (target instanceof Element && target.closest(KEY_CONSUMER_SELECTOR)) return;
  if (!hasSingleKeys()) return;
  if (key === '?') onHelp();
  else findCard(key === 'j' ? 1 : -1)?.focus();
}
