import { hasSingleKeys } from '@solvent/kit';

/** Where a key is a letter, or the page behind must stay as it is. */
const TAKES_KEYS =
  'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"], [role="slider"]';

/** The cards of a page's lists: each by the link that its heading is. */
const CARDS = 'main article :is(h2, h3) a[href]';

/** The next card, or the one before; from elsewhere on the page the first that is in sight. */
function cardFrom(step: 1 | -1): HTMLElement | undefined {
  const cards = [...document.querySelectorAll<HTMLElement>(CARDS)].filter((card) => card.checkVisibility?.() ?? true);
  const at = cards.findIndex((card) => card.closest('article')?.contains(document.activeElement));
  if (at >= 0) return cards[at + step];
  return cards.find((card) => card.getBoundingClientRect().top >= 0) ?? cards[0];
}

/** Does what J, K or `?` does in a list, unless the setting turns that off, the user is typing, or another listener handled the key. */
export function answerListKey(event: KeyboardEvent, onHelp: () => void): void {
  const { key, target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (target instanceof Element && target.closest(TAKES_KEYS)) return;
  if (!hasSingleKeys()) return;
  if (key === '?') onHelp();
  else cardFrom(key === 'j' ? 1 : -1)?.focus();
}
