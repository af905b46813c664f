import type { KeyboardEvent } from 'react';

const ARTICLE = '[role=article]';
const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

/**
 * The arrow keys go from message to message, where the list or a message has the focus: a message that has it shows what can be
 * done with it. In the document there are always some more than are in view.
 */
export function handleMessageKeys(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: list, target, key } = event;
  const step = STEPS[key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return;
  if (target !== list && !target.matches(ARTICLE)) return;
  const articles = [...list.querySelectorAll<HTMLElement>(ARTICLE)].toSorted((one, other) => placeOf(one) - placeOf(other));
  const { bottom } = list.getBoundingClientRect();
  const at = articles.indexOf(target);
  const inView = articles.findLastIndex((article) => article.getBoundingClientRect().top <= bottom);
  const next = articles[at < 0 ? inView : at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

const placeOf = (article: HTMLElement) => Number(article.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? 0);
