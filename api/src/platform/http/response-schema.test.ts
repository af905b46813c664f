import { responseSchema, json } from './response-schema.ts';
import type { JsonSchema } from './response-schema.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { Feature } from '../../feature.ts';

interface Person {
  name: string;
  age: number | null;
  nickname?: string;
}

const fields = { name: json.text, age: json.integerOrNull };
const optional = { nickname: json.text };

/** What the compiler refuses: without its error, each of these lines is one. */
const refused = [
  // @ts-expect-error A field of the contract is missing.
  responseSchema<Person>(json.object({ name: json.text }, optional)),
  // @ts-expect-error An optional one is.
  responseSchema<Person>(json.object(fields)),
  // @ts-expect-error One is added, by a spread.
  responseSchema<Person>(json.object({ ...fields, email: json.text }, optional)),
  // @ts-expect-error An optional one is added.
  responseSchema<Person>(json.object(fields, { ...optional, email: json.text })),
  // @ts-expect-error One has another type.
  responseSchema<Person>(json.object({ ...fields, name: json.integer }, optional)),
  // @ts-expect-error One is never null here, so that null would leave as 0.
  responseSchema<Person>(json.object({ ...fields, age: json.integer }, optional)),
  // @ts-expect-error One may be null that never is.
  responseSchema<Person>(json.object({ ...fields, name: json.textOrNull }, optional)),
  // @ts-expect-error It says less of deeper fields.
  responseSchema<{ people: Person[] }>(json.object({ people: json.list(json.object(fields)) })),
  // @ts-expect-error It has other words than the contract.
  responseSchema<{ state: 'open' | 'closed' }>(json.object({ state: json.oneOf(['open', 'shut']) })),
  // @ts-expect-error It has no contract.
  responseSchema(json.object(fields)),
];

const person: JsonSchema<Person> = responseSchema<Person>(json.object(fields, optional));

const probe: Feature = (app) => {
  const schema = { response: { 200: person } };
  app.get('/probe/right', { config: { access: 'anyone' }, schema }, () => ({ name: 'Ada', age: null }));
  // @ts-expect-error The handler gives no age.
  app.get('/probe/wrong', { config: { access: 'anyone' }, schema }, () => ({ name: 'Ada' }));
};

it('describes an answer by its contract, to the letter', async () => {
  expect(refused).toHaveLength(10);
  const test = await createTestApp({ features: [probe] });
  expect((await test.request('GET', '/api/probe/right')).body).toEqual({ status: true, name: 'Ada', age: null });
  expect((await test.request('GET', '/api/probe/wrong')).status).toBe(500);
  await test.close();
});
