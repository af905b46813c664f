import { settleOverrides } from '../composition/asked-overrides.ts';

/** Before all tests: makes sure that what `--remote` and `--set` name can run, and tells the workers. */
export default async function settleVersions(): Promise<void> {
  await settleOverrides(process.env.E2E_BASE_URL ?? '');
}
