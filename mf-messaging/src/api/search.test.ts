import { CHAT } from '@solvent/contracts';
import { foundCount } from './search.ts';

it.each([
  [1, '1 message'],
  [CHAT.foundMax - 1, '199 messages'],
  [CHAT.foundMax, '200 or more messages'],
  [CHAT.foundMax + 1, '201 messages'],
])('says of %d what was counted', (total, text) => {
  expect(foundCount(total)).toBe(text);
});
