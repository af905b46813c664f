import {
  requestAgreement,
  fetchAgreement,
  getAgreement,
  createActiveAgreement,
  goodDelivery,
  goodView,
  notificationsTo,
  setStatus,
} from '../../../testing/agreements.ts';
import { conflictResponse } from '../../../testing/bids.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { getField } from '../../../testing/get-field.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { getStoredFile, upload } from '../../../testing/uploads.ts';
import { setUpEach } from '../../../testing/set-up.ts';

const test = setUpTestApp();
const active = setUpEach(() => createActiveAgreement(test));

const TEXT = 'The second table is still missing.';
const LINKS = ['https://github.com/octo/importer/pull/12', 'https://example.com/preview'];

const requestChanges = (as: TestCaller = active.seeker) =>
  requestAgreement(test, as, active.id, 'POST revisions', { text: TEXT });
const deliver = (delivery: object = goodDelivery) => requestAgreement(test, active.solver, active.id, 'PUT deliver', delivery);

async function uploadFile(name: string): Promise<string> {
  const part = { name, type: 'text/plain', content: Buffer.from(name) };
  return getStoredFile(await upload(test, active.solver, [part], '?purpose=attachment'))._id;
}

async function listEvents(): Promise<string[]> {
  const { timeline } = getField(await test.request('GET', `/api/problems/${active.problemId}`), 'problem');
  return timeline.map(({ event, times }) => `${event} ${times}`);
}

describe('asking for changes of a delivery (product 4.32)', () => {
  it('returns the work to the solver, who is notified, delivers again, and keeps what was delivered before', async () => {
    const [before, after] = [await uploadFile('before.txt'), await uploadFile('after.txt')];
    await deliver({ note: 'One table.', links: LINKS, files: [before] });
    const requested = getAgreement(await requestChanges());
    expect(requested).toMatchObject({ status: 'accepted', delivery: { links: LINKS, changesRequested: { text: TEXT } } });
    const message = `${active.seeker.user.name} asked for changes to "${active.title}". Deliver again once they are made`;
    const notification = { type: 'agreement_changed', title: 'Changes requested', message };
    expect((await notificationsTo(test, active.solver))[0]).toEqual(notification);
    const { body: home } = await test.request('GET', '/api/home', { as: active.solver });
    const work = { step: 'accepted', isRevising: true };
    expect(home).toMatchObject({ next: [{ kind: 'due', isRevising: true, person: { name: expect.any(String) } }], work: [work] });

    await deliver({ note: 'Both tables.', files: [after] });
    const delivered = await fetchAgreement(test, active);
    expect(delivered).toMatchObject({
      status: 'delivered',
      delivery: { note: 'Both tables.', links: [], files: [{ name: 'after.txt' }], changesRequested: null },
      earlierDeliveries: [
        { note: 'One table.', links: LINKS, files: [{ name: 'before.txt' }], changesRequested: { text: TEXT } },
      ],
    });
    expect(await listEvents()).toEqual(['posted 1', 'bid_accepted 1', 'delivered 1', 'changes_requested 1', 'delivered 1']);
    const { body } = await test.app.inject(delivered.earlierDeliveries[0]?.files[0]?.url ?? '');
    expect(body).toBe('before.txt');
    expect(await deliver({ note: 'Again.', files: [before] })).toMatchObject({ status: 409 });
    await requestChanges();
    expect(await deliver({ note: 'Again.', files: [before] })).toMatchObject({
      status: 422,
      body: { errors: { files: 'Please upload the file again' } },
    });
  });

  it('wins once of two concurrent requests', async () => {
    await deliver();
    const statuses = (await Promise.all([requestChanges(), requestChanges()])).map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 409]);
    expect(await requestChanges()).toMatchObject(conflictResponse('You already asked for changes. Diego will deliver again.'));
  });

  it('still needs consent to part, and does not stop solving', async () => {
    await deliver();
    await requestChanges();
    expect(await setStatus(test, active.seeker, active.problemId, 'open')).toMatchObject(
      conflictResponse('The work is delivered: Diego has to agree. Propose to part ways.'),
    );
    expect((await setStatus(test, active.seeker, active.problemId, 'solved')).status).toBe(200);
  });

  it('is for the seeker of a delivery that is neither solved nor in dispute', async () => {
    expect(await requestChanges()).toMatchObject(
      conflictResponse("Diego hasn't delivered anything yet. Write a message instead."),
    );
    await deliver();
    expect((await requestChanges(active.solver)).status).toBe(403);
    expect((await requestChanges(await test.signedIn('seeker'))).status).toBe(404);
    await requestAgreement(test, active.solver, active.id, 'POST dispute', goodView);
    expect(await requestChanges()).toMatchObject({ status: 409 });
    await requestAgreement(test, active.solver, active.id, 'DELETE dispute');
    await setStatus(test, active.seeker, active.problemId, 'solved');
    expect(await requestChanges()).toMatchObject(
      conflictResponse("This problem is solved. The agreement can't be changed anymore."),
    );
  });

  it('leaves an open proposal as it is', async () => {
    await deliver();
    await requestAgreement(test, active.solver, active.id, 'POST parting', {});
    expect(getAgreement(await requestChanges())).toMatchObject({ status: 'accepted', changes: [{ status: 'proposed' }] });
  });
});
