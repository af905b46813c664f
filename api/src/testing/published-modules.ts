import type { TestCaller } from './factories.ts';
import type { TestResponse, TestApp } from './test-app.ts';
import { buildForm } from './uploads.ts';
import { goodZip, getModule, publish, textParts, zipPart } from './publishing.ts';

let count = 0;

/** Publishes a module with a unique title. @returns its id */
export async function createPublishedModule(
  test: TestApp,
  author: TestCaller,
  texts: Record<string, string> = {},
): Promise<string> {
  count += 1;
  return getModule(await publish(test, author, { title: `Own module ${count}`, ...texts })).id;
}

/** Uploads a new version, by default with a unique archive. */
export async function sendVersion(
  test: TestApp,
  as: TestCaller,
  id: string,
  version: string,
  { notes, zip }: { notes?: string; zip?: Buffer } = {},
): Promise<TestResponse> {
  count += 1;
  const parts = [...textParts({ version, notes }), zipPart(zip ?? (await goodZip(`export const count = ${count};`)))];
  return test.request('POST', `/api/modules/${id}/versions`, { as, ...(await buildForm(parts)) });
}

export async function buy(test: TestApp, as: TestCaller, id: string, license = 'standard'): Promise<void> {
  const { status, body } = await test.request('POST', `/api/modules/${id}/purchase`, { as, payload: { license } });
  if (status !== 200 && status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
}
