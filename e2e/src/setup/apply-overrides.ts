import { applyOverrides } from '../composition/run-overrides.ts';

export default async function setUpOverrides(): Promise<void> {
  await applyOverrides(process.env.E2E_BASE_URL ?? '');
}
