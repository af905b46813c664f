/** @jest-environment node */
import { expectFields } from '../testing/expect-fields.ts';
import { letters } from '../testing/messages-by-field.ts';
import {
  conversationsQueryRules,
  messageRules,
  messagesQueryRules,
  openConversationRules,
  readConversationRules,
} from './chat.ts';

const ID = '0192f0c1-2a3b-7c4d-8e5f-001122334455';
const NO_PLACE = 'A place in a conversation is a whole number';

describe('a message (product 5.9)', () => {
  const valid = { conversationId: ID, clientId: ID, content: 'Hello' };
  expectFields(messageRules, valid, [
    ['content', undefined, 'Write something first'],
    ['content', ' \n\t', 'Write something first'],
    ['content', ` ${letters(10_000)} `],
    ['content', letters(10_001), 'A message cannot exceed 10,000 characters'],
    ['conversationId', undefined, 'There is no such conversation'],
    ['conversationId', '7', 'There is no such conversation'],
    ['clientId', undefined, 'A message needs a clientId: a UUID'],
    ['clientId', 'mine', 'A message needs a clientId: a UUID'],
  ]);

  it('is trimmed at its ends, and may be files alone', () => {
    expect(messageRules.validateSync({ ...valid, content: ' \n Hello\n there ' })).toEqual({
      ...valid,
      content: 'Hello\n there',
    });
    const isValid = (fileCount: number) => messageRules.isValidSync({ ...valid, content: ' ' }, { context: { fileCount } });
    expect([isValid(1), isValid(0)]).toEqual([true, false]);
  });
});

describe('opening and reading a conversation', () => {
  expectFields(openConversationRules, { userId: ID }, [
    ['userId', undefined, 'There is no such person'],
    ['userId', 'ada', 'There is no such person'],
    ['userId', ID.toUpperCase()],
    ['problemId', ID],
    ['problemId', '7', 'There is no such problem'],
  ]);
  expectFields(readConversationRules, {}, [
    ['seq', 0],
    ['seq', 12],
    ['seq', -1, 'Places count from 0'],
    ['seq', 1.5, NO_PLACE],
  ]);
});

describe('the query of messages', () => {
  it('has 100 to a page, and no page where none is asked for', () => {
    expect(messagesQueryRules.validateSync({})).toEqual({ limit: 100 });
    expect(messagesQueryRules.validateSync({ after: '0', limit: '5' })).toEqual({ after: 0, limit: 5 });
  });

  expectFields(messagesQueryRules, {}, [
    ['after', -1, 'Places count from 0'],
    ['before', 0.5, NO_PLACE],
    ['page', 0, 'Pages count from 1'],
    ['limit', 101, 'Limit can be at most 100'],
  ]);
  const ONE_WAY = 'Ask for a page, for what follows or for what comes before';
  expectFields(messagesQueryRules, { page: 1 }, [['after', 3, ONE_WAY]]);
  expectFields(messagesQueryRules, { after: 3 }, [
    ['before', 9, ONE_WAY],
    ['changedAfter', 0, ONE_WAY],
  ]);
});

describe('the query of conversations', () => {
  it('has ten to a page, and a search without the spaces at its ends', () => {
    expect(conversationsQueryRules.validateSync({ search: ' ada ' })).toEqual({ page: 1, limit: 10, search: 'ada' });
  });

  expectFields(conversationsQueryRules, {}, [['search', letters(101), 'A search cannot exceed 100 characters']]);
});
