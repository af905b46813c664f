import { authFeature } from './auth/routes.ts';
import { blocksFeature } from './blocks/routes.ts';
import { deletionFeature } from './deletion/delete-account.ts';
import { exportFeature } from './export/exporter.ts';
import type { FeatureRoutes } from '../../platform/http/app.ts';
import type { Deps } from './deps.ts';

export { registerAccess, requireCaller } from './access.ts';
export { createPasswordAttempts, createPasswordHasher, limitPasswordHashing } from './auth/passwords.ts';
export type { PasswordAttempts, PasswordHasher, Passwords } from './auth/passwords.ts';
export { createSessionStore, endSessions, registerSessionSubscribers } from './auth/sessions.ts';
export type { Sessions, SignedInCaller } from './auth/sessions.ts';
export { reauthenticate } from './auth/sign-in-methods.ts';
export { verifyManually } from './auth/sign-up.ts';
export {
  changeRole,
  lockUser,
  normalizeEmail,
  PERSON_COLUMNS,
  presentPerson,
  presentPublicFields,
  presentUser,
} from './auth/users.ts';
export { assertNotBlocked, hasBlockBetween, isNotified } from './blocks/policy.ts';
export { deleteAccount, isTypedAddress } from './deletion/delete-account.ts';
export {
  describeColumns,
  exportFields,
  exportRows,
  namedSchema,
  omitColumns,
  personColumns,
  problemColumns,
  streamUserExport,
  timeOrNull,
  titledSchema,
  toIsoDates,
} from './export/exporter.ts';
export type { ExportedField, Exporter } from './export/exporter.ts';
export type { AccountDeletionHook, AccountHooks } from './deps.ts';
export { createRecentWrites, recordWrites } from './recent-writes.ts';
export { exporter } from './export/exporter.ts';
export type { Deps as AccountsDeps } from './deps.ts';

export const routes: FeatureRoutes<Deps> = { keyed: [authFeature, blocksFeature, exportFeature, deletionFeature] };
