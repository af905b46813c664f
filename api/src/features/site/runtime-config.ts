import type { RuntimeConfig } from '@solvent/contracts';
import type { Config } from '../../platform/config/config.ts';

/** What this deployment tells its pages. */
export function runtimeConfig({ appKey, identity, push, analytics, localMail, payments }: Config): RuntimeConfig {
  const { apiKey, authDomain, projectId, emulatorHost } = identity;
  const emulator = emulatorHost === undefined ? {} : { emulatorUrl: `http://${emulatorHost}` };
  return {
    appKey,
    identity: { apiKey, authDomain, projectId, ...emulator },
    ...(push ? { push } : {}),
    ...(analytics ? { analytics } : {}),
    localMail,
    payments,
  };
}
