/** @jest-environment node */
import { MODULE_SORTS } from '../catalogue.ts';
import { CATEGORY_VALUES, PROBLEM_SORTS, PROBLEM_STATUSES } from '../problems.ts';
import { expectFields } from '../testing/expect-fields.ts';
import { letters, messagesByField } from '../testing/messages-by-field.ts';
import { pageQueryRules } from './paging.ts';
import { createProblemRules } from './problems.ts';
import {
  modulesQueryRules,
  problemsQueryRules,
  profilesQueryRules,
  similarProblemsQueryRules,
  userProblemsQueryRules,
} from './queries.ts';

const problem = {
  title: 'Websocket reconnects drop messages',
  body: 'After a reconnect the client misses what was sent meanwhile.',
  category: 'frontend',
  tags: ['React'],
  budget: 250,
};
const files = (count: number) => Array.from({ length: count }, () => '0192f0c1-2a3b-7c4d-8e5f-001122334455');
const createTags = (count: number) => Array.from({ length: count }, (_, index) => `tag ${index}`);

describe('posting a problem (product 3.21, 5.7)', () => {
  it('accepts a valid body, and trims its texts', () => {
    expect(messagesByField(createProblemRules, problem)).toEqual({});
    const typed = { ...problem, title: ` ${problem.title} `, tags: [' React '] };
    expect(createProblemRules.validateSync(typed)).toMatchObject({ title: problem.title, tags: ['React'] });
  });

  it('reports every missing field', () => {
    expect(messagesByField(createProblemRules, {})).toEqual({
      title: ['Title is required'],
      body: ['Description is required'],
      category: ['Please choose a category'],
      tags: ['Add at least one tag'],
      budget: ['Budget is required'],
    });
  });

  expectFields(createProblemRules, problem, [
    ['title', `${letters(9)}   `, 'Title must be at least 10 characters'],
    ['title', letters(10)],
    ['title', letters(120)],
    ['title', letters(121), 'Title cannot exceed 120 characters'],
    ['body', letters(29), 'Description must be at least 30 characters'],
    ['body', letters(30)],
    ['body', letters(10_000)],
    ['body', letters(10_001), 'Description cannot exceed 10,000 characters'],
    ['category', 'gardening', 'Please choose a category'],
    ['tags', [], 'Add at least one tag'],
    ['tags', createTags(5)],
    ['tags', createTags(6), 'You can add up to 5 tags'],
    ['tags', [letters(30)]],
    ['budget', 'a lot', 'Budget must be a number, such as 1250 or 1,250'],
    ['budget', 12.5, 'Budget must be a whole number of dollars'],
    ['budget', 0, 'Budget must be at least $1'],
    ['budget', 1],
    ['budget', '250'],
    ['budget', 10_000],
    ['budget', 10_001, 'Budget cannot exceed $10,000'],
    ['attachments', files(5)],
    ['attachments', files(6), 'You can attach up to 5 files'],
    ...CATEGORY_VALUES.map((category): [string, string] => ['category', category]),
  ]);

  it.each([
    ['  ', 'A tag cannot be empty'],
    [letters(31), 'A tag cannot exceed 30 characters'],
    ['react,vue', 'A tag cannot contain a comma'],
  ])('names the index of the tag "%s"', (tag, message) => {
    expect(messagesByField(createProblemRules, { ...problem, tags: ['React', tag] })).toEqual({ 'tags[1]': [message] });
  });
});

describe('query of the problem list (product 7.4)', () => {
  it('defaults to the first page', () => {
    expect(problemsQueryRules.validateSync({})).toEqual({ page: 1, limit: 10 });
  });

  it('parses numbers from the query string', () => {
    const query = { page: '3', price_min: '5', price_max: '1000' };
    expect(problemsQueryRules.validateSync(query)).toMatchObject({ page: 3, price_min: 5, price_max: 1000 });
  });

  expectFields(problemsQueryRules, {}, [
    ['tags', letters(601), 'Too many tags'],
    ['search', letters(201), 'A search cannot exceed 200 characters'],
    ['price_min', 'cheap', 'The lowest price must be a number, such as 1250 or 1,250'],
    ['price_min', -1, 'The lowest price cannot be negative'],
    ['price_min', 0.5, 'The lowest price must be a whole number of dollars'],
    ['price_max', 1_000_001, 'The highest price is too high'],
    ['category', 'gardening', 'Unknown category'],
    ['status', 'lost', 'Unknown status'],
    ['sort', 'random', 'Unknown sort order'],
    ...PROBLEM_STATUSES.map((status): [string, string] => ['status', status]),
    ...PROBLEM_SORTS.map((sort): [string, string] => ['sort', sort]),
    ...CATEGORY_VALUES.map((category): [string, string] => ['category', category]),
  ]);
});

describe("query of a user's problems", () => {
  it('defaults to the first page', () => {
    expect(userProblemsQueryRules.validateSync({})).toEqual({ page: 1, limit: 10 });
  });

  expectFields(userProblemsQueryRules, {}, [
    ['userId', '01930A6f-1c2d-7e3f-8a4b-0123456789ab'],
    ['userId', 'ada', 'User not found'],
    ['userId', '01930a6f-1c2d-7e3f-8a4b-0123456789abc', 'User not found'],
    ['userId', "' or 1=1", 'User not found'],
  ]);
});

describe('queries for users and similar problems', () => {
  expectFields(profilesQueryRules, { search: 'ada' }, [
    ['search', '', 'Enter a name to search for'],
    ['search', letters(81), 'Name cannot exceed 80 characters'],
  ]);
  expectFields(similarProblemsQueryRules, { title: 'Lost rows' }, [
    ['title', '', 'Title is required'],
    ['title', letters(201), 'Title cannot exceed 200 characters'],
  ]);
});

describe('pages of a list (product 9.2, 11.6)', () => {
  it('start at 1, with a default limit', () => {
    expect(pageQueryRules.validateSync({})).toEqual({ page: 1, limit: 20 });
    expect(pageQueryRules.validateSync({ page: '2', limit: '100' })).toEqual({ page: 2, limit: 100 });
  });

  expectFields(pageQueryRules, {}, [
    ['page', 0, 'Page must be at least 1'],
    ['page', 1.5, 'Page must be a whole number'],
    ['page', 1_000_001, 'Page cannot exceed 1,000,000'],
    ['limit', 0, 'Limit must be at least 1'],
    ['limit', 101, 'Limit can be at most 100'],
    ['limit', 2.5, 'Limit must be a whole number'],
  ]);
});

describe('query of the catalogue', () => {
  it('defaults to the first page of popular modules', () => {
    expect(modulesQueryRules.validateSync({})).toEqual({ page: 1, limit: 12, sort: 'popular' });
  });

  expectFields(modulesQueryRules, {}, [
    ['search', letters(201), 'A search cannot exceed 200 characters'],
    ['tags', letters(601), 'Too many tags'],
    ['price', 'cheap', 'Price must be free or paid'],
    ['price', 'free'],
    ['price', 'paid'],
    ['author', 'lena', 'Author not found'],
    ['sort', 'random', 'Unknown sort order'],
    ...MODULE_SORTS.map((sort): [string, string] => ['sort', sort]),
  ]);
});
