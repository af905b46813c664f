import { getRootCause, errorCode, getErrorMessage } from '../errors/error-code.ts';

const ADVICE = new Map([
  ['28P01', 'check the user and the password'],
  ['28000', 'check the user, and that pg_hba.conf lets it in'],
  ['3D000', 'create the database, or correct its name'],
]);

export function describeUnusableDatabase(setting: string, error: unknown): string {
  const advice = ADVICE.get(errorCode(getRootCause(error)) ?? '') ?? 'check the address and that PostgreSQL runs';
  return `The database in ${setting} cannot be used (${getErrorMessage(error)}): ${advice}.`;
}
