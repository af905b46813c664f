import { EARLY_ACTIONS, FAILURE_ELEMENT_ID, SIGNED_IN_CLASS } from '@solvent/federation/manifest';

/** What somebody did to a page before it answered, as its own first script keeps it (shared/releases/src/served-page.ts). */
interface EarlyAction {
  type: 'click' | 'submit';
  target: HTMLElement;
}

/**
 * The page that the server made answers from now on: what was pressed before does what it says, and what only showed for want of that
 * goes.
 */
export function answerEarlyActions(): void {
  document.getElementById(FAILURE_ELEMENT_ID)?.remove();
  document.documentElement.classList.remove(SIGNED_IN_CLASS);
  const page = window as { [EARLY_ACTIONS]?: () => EarlyAction[] };
  for (const { type, target } of page[EARLY_ACTIONS]?.() ?? []) {
    if (!target.isConnected) continue;
    if (type === 'submit' && target instanceof HTMLFormElement) target.requestSubmit();
    else target.click();
  }
}
