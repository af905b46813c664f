/** @jest-environment node */
import { CHAT } from '../limits.ts';
import {
  conversationsQueryRules,
  messageRules,
  messagesQueryRules,
  openConversationRules,
  readConversationRules,
} from './chat.ts';
import type * as yup from 'yup';

const ID = '0192f0c1-2a3b-7c4d-8e5f-001122334455';

/** The texts of what breaks a rule, by field; empty where nothing does. */
function errorsOf(rules: yup.Schema, value: unknown, context: object = {}): Record<string, string> {
  try {
    rules.validateSync(value, { abortEarly: false, context });
    return {};
  } catch (error) {
    // What yup throws.
    const { inner } = error as yup.ValidationError;
    return Object.fromEntries(inner.map(({ path, message }) => [path ?? '', message]));
  }
}

describe('the rules of a message (product 5.9)', () => {
  const message = { conversationId: ID, clientId: ID, content: 'Hello' };

  it('take one, without the spaces at its ends', () => {
    expect(messageRules.validateSync({ ...message, content: ' \n Hello\n there ' })).toEqual({
      ...message,
      content: 'Hello\n there',
    });
  });

  it.each([
    ['no content', { content: undefined }, { content: 'Write something first' }],
    ['nothing but spaces', { content: ' \n\t' }, { content: 'Write something first' }],
    ['10,001 characters', { content: 'x'.repeat(10_001) }, { content: 'A message cannot exceed 10,000 characters' }],
    ['no conversation', { conversationId: undefined }, { conversationId: 'There is no such conversation' }],
    ['a conversation that is no id', { conversationId: '7' }, { conversationId: 'There is no such conversation' }],
    ['no clientId', { clientId: undefined }, { clientId: 'A message needs a clientId: a UUID' }],
    ['a clientId that is none', { clientId: 'mine' }, { clientId: 'A message needs a clientId: a UUID' }],
  ])('refuse %s', (_what, change, errors) => {
    expect(errorsOf(messageRules, { ...message, ...change })).toEqual(errors);
  });

  it('take 10,000 characters, spaces at the ends not counted', () => {
    expect(errorsOf(messageRules, { ...message, content: ` ${'x'.repeat(CHAT.contentMax)} ` })).toEqual({});
  });

  it('take files alone', () => {
    expect(errorsOf(messageRules, { ...message, content: ' ' }, { fileCount: 1 })).toEqual({});
    expect(errorsOf(messageRules, { ...message, content: '' }, { fileCount: 0 })).toEqual({ content: 'Write something first' });
  });
});

describe('the rules of opening a conversation', () => {
  it('take a person, with a problem or without', () => {
    expect(errorsOf(openConversationRules, { userId: ID })).toEqual({});
    expect(errorsOf(openConversationRules, { userId: ID.toUpperCase(), problemId: ID })).toEqual({});
  });

  it.each([
    [{}, { userId: 'There is no such person' }],
    [{ userId: 'ada' }, { userId: 'There is no such person' }],
    [{ userId: ID, problemId: '7' }, { problemId: 'There is no such problem' }],
  ])('refuse %j', (body, errors) => {
    expect(errorsOf(openConversationRules, body)).toEqual(errors);
  });
});

describe('the rules of reading', () => {
  it.each([[{}], [{ seq: 0 }], [{ seq: 12 }]])('take %j', (body) => {
    expect(errorsOf(readConversationRules, body)).toEqual({});
  });

  it.each([
    [{ seq: -1 }, { seq: 'Places count from 0' }],
    [{ seq: 1.5 }, { seq: 'A place in a conversation is a whole number' }],
  ])('refuse %j', (body, errors) => {
    expect(errorsOf(readConversationRules, body)).toEqual(errors);
  });
});

describe('the query of messages', () => {
  it('has 100 to a page, and no page where none is asked for', () => {
    expect(messagesQueryRules.validateSync({})).toEqual({ limit: 100 });
    expect(messagesQueryRules.validateSync({ after: '0', limit: '5' })).toEqual({ after: 0, limit: 5 });
  });

  it.each([
    [{ page: 1, after: 3 }, { after: 'Ask for a page, for what follows or for what comes before' }],
    [{ after: 3, before: 9 }, { before: 'Ask for a page, for what follows or for what comes before' }],
    [{ after: -1 }, { after: 'Places count from 0' }],
    [{ before: 0.5 }, { before: 'A place in a conversation is a whole number' }],
    [{ page: 0 }, { page: 'Pages count from 1' }],
    [{ limit: 101 }, { limit: 'Limit can be at most 100' }],
  ])('refuses %j', (query, errors) => {
    expect(errorsOf(messagesQueryRules, query)).toEqual(errors);
  });
});

describe('the query of conversations', () => {
  it('has ten to a page, and a search without the spaces at its ends', () => {
    expect(conversationsQueryRules.validateSync({ search: ' ada ' })).toEqual({ page: 1, limit: 10, search: 'ada' });
  });

  it('refuses a search of 101 characters', () => {
    expect(errorsOf(conversationsQueryRules, { search: 'x'.repeat(101) })).toEqual({
      search: 'A search cannot exceed 100 characters',
    });
  });
});
