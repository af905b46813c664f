import { act, agreementNow, goodChange, goodView, underWay } from '../../../testing/agreements.ts';
import type { UnderWay } from '../../../testing/agreements.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';

const MISSING_ID = '00000000-0000-7000-8000-000000000000';
const BODIES: Record<string, object | undefined> = {
  'PUT deliver': { note: 'Done' },
  'POST changes': goodChange,
  [`PUT changes/${MISSING_ID}`]: { answer: 'agree' },
  'POST dispute': goodView,
  'PUT dispute': goodView,
};

let test: TestApp;
let its: UnderWay;
let callers: Record<string, TestCaller | undefined>;
beforeAll(async () => {
  test = await createTestApp();
  its = await underWay(test);
  const other = await underWay(test);
  callers = {
    nobody: undefined,
    'another seeker': await test.signedIn('seeker'),
    'another solver': await test.signedIn('solver'),
    'the seeker of another agreement': other.seeker,
    'the solver of another agreement': other.solver,
    seeker: its.seeker,
    solver: its.solver,
  };
});
afterAll(() => test.close());

const STRANGERS: [caller: string, status: number][] = [
  ['nobody', 401],
  ['another seeker', 404],
  ['another solver', 404],
  ['the seeker of another agreement', 404],
  ['the solver of another agreement', 404],
];
/** Who may not do what, in a matrix; who may is in the tests of each call. */
const REFUSALS: Record<string, [caller: string, status: number][]> = {
  'GET ': STRANGERS,
  'PUT deliver': [...STRANGERS, ['seeker', 403]],
  'POST changes': STRANGERS,
  [`PUT changes/${MISSING_ID}`]: [...STRANGERS, ['seeker', 404], ['solver', 404]],
  'PUT paid': [...STRANGERS, ['solver', 403]],
  'PUT received': [...STRANGERS, ['seeker', 403]],
  'POST dispute': STRANGERS,
  'PUT dispute': [...STRANGERS, ['seeker', 409], ['solver', 409]],
  'DELETE dispute': [...STRANGERS, ['seeker', 409], ['solver', 409]],
};
const ROWS = Object.entries(REFUSALS).flatMap(([call, rows]) => rows.map(([caller, status]) => ({ call, caller, status })));

describe('the calls on an agreement', () => {
  it.each(ROWS)('$call by $caller is $status, and changes nothing', async ({ call, caller, status }) => {
    const before = await agreementNow(test, its);
    expect((await act(test, callers[caller], its.id, call, BODIES[call])).status).toBe(status);
    expect(await agreementNow(test, its)).toEqual(before);
  });

  it.each(Object.keys(REFUSALS))('%s of one that is not there is the same as of a foreign one', async (call) => {
    const none = { status: 404, body: { code: 'not_found', message: 'This agreement does not exist.' } };
    for (const caller of ['another solver', 'seeker', 'solver']) {
      expect(await act(test, callers[caller], MISSING_ID, call, BODIES[call])).toMatchObject(none);
      expect((await act(test, callers[caller], 'no-id', call, BODIES[call])).status).toBe(404);
    }
    expect(await act(test, callers['another solver'], its.id, call, BODIES[call])).toMatchObject(none);
  });
});
