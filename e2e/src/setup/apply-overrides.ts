import { applyOverrides } from '../composition/run-overrides.ts';

/** Before all tests: makes sure that what `--remote` and `--set` name can run, and tells the workers. */
export default async function setUpOverrides(): Promise<void> {
  await applyOverrides(process.env.E2E_BASE_URL ?? '');
}
