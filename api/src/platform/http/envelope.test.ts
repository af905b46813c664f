import { json } from '@solvent/contracts/schemas';
import { createTestApp } from '../../testing/test-app.ts';
import type { Feature } from '../../platform/http/app.ts';
import type { Deps } from '../../app.ts';

const person = json.extend(json.object({ name: json.text }), { age: json.integerOrNull }, { nickname: json.text });

const probe: Feature<Deps> = (app) => {
  const schema = { response: { 200: person } };
  app.get('/probe/right', { config: { access: 'anyone' }, schema }, () => ({ name: 'Ada', age: null, secret: 'x' }));
  // @ts-expect-error The handler returns no age.
  app.get('/probe/wrong', { config: { access: 'anyone' }, schema }, () => ({ name: 'Ada' }));
};

it('sends the fields of the schema and the status', async () => {
  const test = await createTestApp({ features: [probe] });
  expect((await test.request('GET', '/api/probe/right')).body).toEqual({ status: true, name: 'Ada', age: null });
  expect((await test.request('GET', '/api/probe/wrong')).status).toBe(500);
  await test.close();
});
