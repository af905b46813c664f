import { nextTask } from './tasks.ts';
import { EARLY_ACTIONS, FAILURE_ELEMENT_ID, SIGNED_IN_CLASS } from '@solvent/federation/manifest';

/** What somebody did to a page before it answered, as its own first script keeps it (shared/releases/src/served-page.ts). */
interface EarlyAction {
  type: 'click' | 'input' | 'choice' | 'submit' | 'key';
  target: HTMLElement;
  /** Of a checkbox or a radio button: whether it was chosen last. */
  checked?: boolean | undefined;
  /** Of a key that was pressed. */
  event?: KeyboardEvent | undefined;
  /** Of a field: what stood in it last. */
  value?: string | undefined;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (element: HTMLElement): element is Field => 'value' in element;

/**
 * Tells React what was typed or chosen. It has taken the field over with that in it, and takes an event for news only where the value
 * is another one than it knows.
 */
function setValue(field: Field, value: string): void {
  if (field instanceof HTMLSelectElement) field.value = value;
  else {
    const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
    // React watches the field's own property, and not that of its kind.
    field.value = '';
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  }
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/** Tells React what was chosen, as {@link setValue} does. */
function setChecked(field: HTMLInputElement, checked: boolean): void {
  field.checked = !checked;
  field.click();
}

/** What tells elements of a page apart for a person: of what is pressed the words, too. */
const getIdentity = (element: Element): string =>
  JSON.stringify([
    element.tagName,
    ...['name', 'type', 'placeholder', 'aria-label', 'href'].map((name) => element.getAttribute(name)),
    element.matches('button, a, [role=button]') && element.textContent,
  ]);

/** The element; where the browser drew the page anew (other versions than the server's), the one in its place, if there is one. */
function findCurrent(element: HTMLElement): HTMLElement | undefined {
  if (element.isConnected) return element;
  const identity = getIdentity(element);
  const findMatches = (root: ParentNode) =>
    [...root.querySelectorAll<HTMLElement>(element.tagName)].filter((one) => getIdentity(one) === identity);
  return findMatches(document)[findMatches(element.getRootNode() as Element).indexOf(element)];
}

/**
 * The page that the server made answers from now on: what was pressed before does what it says, and what only showed for want of that
 * goes.
 */
export async function replayEarlyActions(): Promise<void> {
  document.getElementById(FAILURE_ELEMENT_ID)?.remove();
  document.documentElement.classList.remove(SIGNED_IN_CLASS);
  // React has done what it is doing.
  await Promise.resolve();
  const page = window as { [EARLY_ACTIONS]?: () => EarlyAction[] };
  const actions = page[EARLY_ACTIONS]?.() ?? [];
  // All at once: whoever types on types behind it, and a field that one leaves meanwhile is not found empty.
  for (const { type, target, value, checked } of actions) {
    const field = findCurrent(target);
    if (type === 'input' && field && isField(field)) setValue(field, value ?? '');
    else if (type === 'choice' && field instanceof HTMLInputElement) setChecked(field, checked ?? false);
  }
  for (const { type, target, event } of actions) {
    if (type === 'input' || type === 'choice') continue;
    // Each finds what React has made of those before it: a form is not sent without what was typed.
    await nextTask();
    const element = findCurrent(target);
    if (type === 'submit' && element instanceof HTMLFormElement) element.requestSubmit();
    // Events are what they are made of.
    else if (type === 'key') element?.dispatchEvent(new KeyboardEvent('keydown', event));
    else element?.click();
  }
}
