import type { Page } from '@playwright/test';
import type { Agreement } from '@solvent/contracts';
import { openServed } from '../src/composition/served-html.ts';
import { expect, ready, test } from '../src/index.ts';
import type { Person } from '../src/index.ts';
import { getAuthHeaders, parseResponse, placeBid, postProblem } from '../src/marketplace.ts';

interface Shifts {
  sum: number;
  texts: string[];
}

/** Runs in each page before its first script: sums up its layout shifts. */
function recordShifts(): void {
  const shifts: Shifts = { sum: 0, texts: [] };
  const add = (entries: PerformanceEntryList) => {
    // The DOM's types lack this kind of entry.
    for (const { value, sources } of entries as (PerformanceEntry & { value: number; sources: { node: Node | null }[] })[]) {
      shifts.sum += value;
      shifts.texts.push(...sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? ''));
    }
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  Object.assign(window, {
    readShifts: () => {
      add(observer.takeRecords());
      return shifts;
    },
  });
}

const readShifts = (page: Page) => page.evaluate(() => (window as unknown as { readShifts: () => Shifts }).readShifts());

test('the page of a problem does not shift for visitors and both participants, on phones and wide screens (product 2.54, 10.6)', async ({
  people,
  request,
  page,
  openBrowserAs,
}) => {
  const [owner, bidder] = [await people.create('seeker'), await people.create('solver')];
  const body = 'It fails at night, and the log has no reason. '.repeat(60);
  const open = await postProblem(request, owner, { body });
  await placeBid(request, bidder, open._id);
  const postAgreed = async () => {
    const { _id } = await postProblem(request, owner, { body });
    const bid = await placeBid(request, bidder, _id);
    const headers = getAuthHeaders(owner);
    await parseResponse(await request.put(`/api/bids/${bid._id}/accept`, { headers, data: {} }));
    const answer = await request.get('/api/agreements', { headers });
    return { _id, agreementId: (await parseResponse<{ agreements: Agreement[] }>(answer)).agreements[0]?._id };
  };
  const delivered = await postAgreed();
  const delivery = { headers: getAuthHeaders(bidder), data: { note: 'The branch has the fix. '.repeat(20) } };
  await parseResponse(await request.put(`/api/agreements/${delivered.agreementId}/deliver`, delivery));
  const agreed = await postAgreed();

  const expectNoShifts = async (reader: Page, id: string, text: RegExp) => {
    for (const width of [390, 1440]) {
      await reader.setViewportSize({ width, height: 844 });
      await openServed(reader, `/problems/${id}`);
      await expect(reader.getByText(text).filter({ visible: true }).first()).toBeVisible();
      await ready(reader);
      const { sum, texts } = await readShifts(reader);
      expect(sum, `${width} px: ${texts.join(' | ')}`).toBeLessThanOrEqual(0.02);
    }
  };
  await page.addInitScript(recordShifts);
  await expectNoShifts(page, open._id, /Sign in to bid/);
  const expectNoShiftsFor = async (person: Person, own: RegExp) => {
    const { page: reader, close } = await openBrowserAs(person);
    await reader.addInitScript(recordShifts);
    await expectNoShifts(reader, open._id, own);
    await expectNoShifts(reader, agreed._id, /Agreed price/);
    await expectNoShifts(reader, delivered._id, /The branch has the fix/);
    await close();
  };
  await expectNoShiftsFor(owner, /Close problem/);
  await expectNoShiftsFor(bidder, /Edit bid/);
});
