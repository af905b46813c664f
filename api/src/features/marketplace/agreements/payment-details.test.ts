import { createActiveAgreement, notificationsTo, requestAgreement, setStatus } from '../../../testing/agreements.ts';
import { TEST_PASSWORD } from '../../../testing/factories.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { setUpEach } from '../../../testing/set-up.ts';

const test = setUpTestApp();
const active = setUpEach(() => createActiveAgreement(test));

const DETAILS = { text: '<script>alert(1)</script>', iban: 'DE89370400440532013000', link: 'https://paypal.me/diego' };

const save = (details: object = DETAILS, proof: object = { password: TEST_PASSWORD }) =>
  test.request('PUT', '/api/payment-details', { as: active.solver, payload: { ...details, ...proof } });
const read = (as: TestCaller = active.seeker) => requestAgreement(test, as, active.id, 'GET payment-details');

describe('payment details (product 4.33)', () => {
  it('are shown to the seeker of a running agreement only, and never cached', async () => {
    expect(await read()).toMatchObject({ status: 200, body: { details: null } });
    expect((await save({ ...DETAILS, iban: 'de89 3704 0044 0532 0130 00' })).body).toMatchObject({ details: DETAILS });
    expect((await read()).body).toMatchObject({ details: DETAILS });
    const { headers } = await read();
    expect(headers['cache-control']).toBe('no-store');
    expect((await read(active.solver)).status).toBe(404);
    expect((await read((await createActiveAgreement(test)).seeker)).status).toBe(404);
    expect(JSON.stringify((await requestAgreement(test, active.seeker, active.id, 'GET ')).body)).not.toContain(DETAILS.iban);
  });

  it('stay until the payment has arrived', async () => {
    await save();
    await setStatus(test, active.seeker, active.problemId, 'solved');
    await requestAgreement(test, active.seeker, active.id, 'PUT paid', {});
    expect((await read()).body).toMatchObject({ details: DETAILS });
    await requestAgreement(test, active.solver, active.id, 'PUT received');
    expect((await read()).body).toMatchObject({ details: null });
  });

  it('are hidden once the agreement ended', async () => {
    await save();
    await setStatus(test, active.solver, active.problemId, 'open');
    expect((await read()).body).toMatchObject({ details: null });
  });

  it('change after a fresh sign-in only, notify both without the details, and are deleted when empty', async () => {
    expect(await save(DETAILS, {})).toMatchObject({ status: 422, body: { errors: { password: expect.any(String) } } });
    expect((await save(DETAILS, { password: 'wrong' })).status).toBe(422);
    expect((await read()).body).toMatchObject({ details: null });
    await save();
    const title = 'Payment details changed';
    const message = `Diego changed how they want to be paid for "${active.title}". Check before you pay`;
    expect((await notificationsTo(test, active.seeker))[0]).toEqual({ type: 'agreement_changed', title, message });
    expect((await notificationsTo(test, active.solver))[0]).toMatchObject({ type: 'payment_details', title });
    expect((await save({})).body).toMatchObject({ details: null });
    expect((await read()).body).toMatchObject({ details: null });
  });

  it.each([
    ['text', 'x'.repeat(5000), 'The text cannot exceed 2,000 characters'],
    ['iban', 'DE88370400440532013000', 'Enter a valid IBAN, such as DE89 3704 0044 0532 0130 00'],
    ['link', 'javascript:alert(1)', 'Enter a link that begins with https://'],
    ['link', 'http://paypal.me/diego', 'Enter a link that begins with https://'],
  ])('are refused with %s %.30s', async (field, value, error) => {
    expect(await save({ [field]: value })).toMatchObject({ status: 422, body: { errors: { [field]: error } } });
  });
});
