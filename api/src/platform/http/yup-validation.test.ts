import * as yup from 'yup';
import { idParams } from './params.ts';
import { yupValidatorCompiler } from './yup-validation.ts';

const rules = yup.object({
  name: yup.string().trim().required('Name is required').min(3, 'Too short').matches(/^a/, 'Must begin with a'),
  age: yup.number().typeError('Age must be a number'),
  tags: yup.array(yup.string().trim().required('A tag cannot be empty')).max(30, 'Too many tags'),
});

function check(part: string, data: unknown, schema: unknown = rules): unknown {
  return yupValidatorCompiler({ schema, httpPart: part, method: 'POST', url: '/' })(data);
}
const getErrors = (part: string, data: unknown, schema: unknown = rules) =>
  check(part, data, schema) as { error?: { code: string; errors?: Record<string, string> } };

describe('the validator (product 5.1, 11.10)', () => {
  it('converts types and drops unknown fields', () => {
    expect(check('body', { name: ' abc ', age: '5', admin: true })).toEqual({ value: { name: 'abc', age: 5 } });
  });

  it('returns the first error of each field', () => {
    expect(getErrors('body', { name: 'x', age: 'old', tags: ['a', ' '] }).error).toMatchObject({
      code: 'invalid',
      errors: { name: 'Too short', age: 'Age must be a number', 'tags[1]': 'A tag cannot be empty' },
    });
  });

  it.each([undefined, null, {}])('treats %p as a body without fields', (data) => {
    expect(getErrors('body', data).error?.errors).toEqual({ name: 'Name is required' });
  });

  it.each([[[]], ['text'], [5], [true]])('rejects the body %p', (data) => {
    expect(getErrors('body', data).error).toMatchObject({ code: 'malformed' });
  });

  it.each<object>([
    { name: {} },
    { name: ['abc'] },
    { name: 'abc', tags: 'abc' },
    { name: 'abc', tags: [{ secret: 'abc' }] },
    // A custom `toString`.
    { name: { toString: 1 } },
    { name: 'abc', tags: { toString: 1 } },
    { name: 'abc', tags: [{ toString: 1 }] },
  ])('reports a wrong form without repeating the value: %p', (data) => {
    const { error } = getErrors('body', data);
    expect(error?.code).toBe('invalid');
    expect(JSON.stringify(error?.errors)).not.toContain('abc');
  });

  it('reports all fields, also beside objects and null in place of texts', () => {
    const lists = rules.shape({
      words: yup
        .array(yup.string().required())
        .max(3)
        .test('lower', 'Lower case', (list) => list?.every((word) => word === word.toLowerCase())),
    });
    expect(getErrors('body', { name: { a: 1 }, age: 'old', tags: [' '], words: [null] }, lists).error?.errors).toEqual({
      name: 'This value has the wrong form',
      age: 'Age must be a number',
      'tags[0]': 'A tag cannot be empty',
      'words[0]': 'This value has the wrong form',
    });
  });

  it('does not validate the items of a list that is too long', () => {
    let calls = 0;
    const item = yup.string().test('counted', 'Never', () => {
      calls += 1;
      return false;
    });
    const lists = yup.object({ outer: yup.array(yup.object({ inner: yup.array(item).max(2, 'Too many') })).max(3) });
    const input = { outer: [{ inner: ['a'] }, { inner: Array(50_000).fill('a') }] };
    expect(getErrors('body', input, lists).error?.errors).toEqual({ 'outer[1].inner': 'Too many' });
    expect(calls).toBe(0);
  });

  it.each([
    ['an unbounded list', yup.object({ list: yup.array(yup.string()) }), 'list'],
    ['a nested one', yup.object({ a: yup.object({ list: yup.array(yup.array()).max(2) }) }), 'a.list[]'],
    ['a lazy schema', yup.object({ a: yup.lazy(() => yup.array()) }), 'a'],
  ])('rejects a schema with %s', (_case, schema, path) => {
    expect(() => check('body', {}, schema)).toThrow(
      `The body schema of POST / takes any length of ${path}: give each list a max`,
    );
  });

  it('returns not_found for an invalid path parameter', () => {
    expect(check('params', { id: 'x' }, idParams)).toMatchObject({ error: { code: 'not_found' } });
    expect(check('params', { id: '0192f0c0-0000-7000-8000-000000000000' }, idParams)).toHaveProperty('value');
  });

  it('requires a yup object', () => {
    expect(() => check('body', {}, { type: 'object' })).toThrow('The body schema of a route must be a yup object');
  });
});

const texts = yup.object({
  a: yup.string().nullable(),
  b: yup.object({ c: yup.array(yup.string()).max(3) }),
  d: yup.array(yup.object({ e: yup.string() })).max(3),
});

it.each([
  [{ a: '\0' }, 'a'],
  [{ b: { c: ['x', 'y\0'] } }, 'b.c[1]'],
  [{ d: [{ e: '\0' }] }, 'd[0].e'],
])('rejects a NUL character in %j', (data, path) => {
  expect(getErrors('body', data, texts).error?.errors).toEqual({ [path]: 'This text holds a character that cannot be stored' });
});

it.each([
  [{ a: 'one\r\ntwo\rthree\nfour' }, { a: 'one\ntwo\nthree\nfour' }],
  [
    { a: null, b: { c: ['\r\n\r\n', 'y\r'] }, d: [{ e: 'x\r\n' }] },
    { a: null, b: { c: ['\n\n', 'y\n'] }, d: [{ e: 'x\n' }] },
  ],
])('converts the line ends of %j', (data, value) => {
  expect(check('body', data, texts)).toMatchObject({ value });
});
