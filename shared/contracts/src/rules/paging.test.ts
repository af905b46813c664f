/** @jest-environment node */
import { MODULE_SORTS } from '../catalogue.ts';
import { letters, messagesByField } from '../testing/messages-by-field.ts';
import { modulesQueryRules } from './queries.ts';
import { pageQueryRules } from './paging.ts';

describe('pages of a list', () => {
  it('count from 1, with a limit of their own', () => {
    expect(pageQueryRules.validateSync({})).toEqual({ page: 1, limit: 20 });
    expect(pageQueryRules.validateSync({ page: '2', limit: '100' })).toEqual({ page: 2, limit: 100 });
  });

  it.each<[field: string, value: unknown, message: string]>([
    ['page', 0, 'Pages count from 1'],
    ['page', -1, 'Pages count from 1'],
    ['page', 1.5, 'Page must be a whole number'],
    ['page', 1_000_001, 'There is no such page'],
    ['limit', 0, 'Limit must be at least 1'],
    ['limit', 101, 'Limit can be at most 100'],
    ['limit', 2.5, 'Limit must be a whole number'],
  ])('have no %s %j', (field, value, message) => {
    expect(messagesByField(pageQueryRules, { [field]: value })).toEqual({ [field]: [message] });
  });
});

describe('the query of the catalogue', () => {
  it('is the first page of the popular when nothing is said', () => {
    expect(modulesQueryRules.validateSync({})).toEqual({ page: 1, limit: 12, sort: 'popular' });
  });

  it.each<[field: string, value: unknown, message: string]>([
    ['search', letters(201), 'A search can be at most 200 characters'],
    ['tags', letters(601), 'Too many tags'],
    ['price', 'cheap', 'Price must be free or paid'],
    ['sort', 'random', 'There is no such order'],
  ])('refuses the %s %j', (field, value, message) => {
    expect(messagesByField(modulesQueryRules, { [field]: value })).toEqual({ [field]: [message] });
  });

  it.each([...MODULE_SORTS.map((sort) => ['sort', sort]), ['price', 'free'], ['price', 'paid']])(
    'knows the %s %s',
    (field, value) => {
      expect(messagesByField(modulesQueryRules, { [field]: value })).toEqual({});
    },
  );
});
