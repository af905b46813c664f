/** @jest-environment node */
import { CHAT } from '@solvent/contracts';
import { formatFoundCount } from './message-search.ts';

it('formats the count of found messages up to the search’s maximum (product 5.20)', () => {
  const texts = [1, CHAT.searchResultsMax - 1, CHAT.searchResultsMax, CHAT.searchResultsMax + 1].map(formatFoundCount);
  expect(texts).toEqual(['1 message', '199 messages', '200 or more messages', '201 messages']);
});
