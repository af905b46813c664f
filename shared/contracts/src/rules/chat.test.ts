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
const NOT_WHOLE = 'Position must be a whole number';

describe('message (product 5.9)', () => {
  const valid = { conversationId: ID, clientId: ID, content: 'Hello' };
  expectFields(messageRules, valid, [
    ['content', undefined, 'Write something first'],
    ['content', ' \n\t', 'Write something first'],
    ['content', ` ${letters(10_000)} `],
    ['content', letters(10_001), 'A message cannot exceed 10,000 characters'],
    ['conversationId', undefined, 'Conversation not found'],
    ['conversationId', '7', 'Conversation not found'],
    ['clientId', undefined, 'clientId must be a UUID'],
    ['clientId', 'mine', 'clientId must be a UUID'],
  ]);

  it('is trimmed, and may consist of files only', () => {
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
    ['userId', undefined, 'User not found'],
    ['userId', 'ada', 'User not found'],
    ['userId', ID.toUpperCase()],
    ['problemId', ID],
    ['problemId', '7', 'Problem not found'],
  ]);
  expectFields(readConversationRules, {}, [
    ['seq', 0],
    ['seq', 12],
    ['seq', -1, 'Position must be at least 0'],
    ['seq', 1.5, NOT_WHOLE],
  ]);
});

describe('query of messages', () => {
  it('defaults to 100 messages and no page', () => {
    expect(messagesQueryRules.validateSync({})).toEqual({ limit: 100 });
    expect(messagesQueryRules.validateSync({ after: '0', limit: '5' })).toEqual({ after: 0, limit: 5 });
  });

  expectFields(messagesQueryRules, {}, [
    ['after', -1, 'Position must be at least 0'],
    ['before', 0.5, NOT_WHOLE],
    ['page', 0, 'Page must be at least 1'],
    ['limit', 101, 'Limit can be at most 100'],
  ]);
  const ONE_PARAMETER = 'Use only one of page, after, before and changedAfter';
  expectFields(messagesQueryRules, { page: 1 }, [['after', 3, ONE_PARAMETER]]);
  expectFields(messagesQueryRules, { after: 3 }, [
    ['before', 9, ONE_PARAMETER],
    ['changedAfter', 0, ONE_PARAMETER],
  ]);
});

describe('query of conversations', () => {
  it('defaults to ten per page, and trims the search', () => {
    expect(conversationsQueryRules.validateSync({ search: ' ada ' })).toEqual({ page: 1, limit: 10, search: 'ada' });
  });

  expectFields(conversationsQueryRules, {}, [['search', letters(101), 'A search cannot exceed 100 characters']]);
});
