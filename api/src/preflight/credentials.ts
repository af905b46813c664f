import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Problem } from '@solvent/object-store';
import * as yup from 'yup';
import type { Config } from '../platform/config/config.ts';
import { errorCode } from '../platform/errors/error-code.ts';

/** Fields of a key file that Google's client needs. */
const keyFile = yup.object({
  type: yup.string().oneOf(['service_account']).required(),
  project_id: yup.string().required(),
  client_email: yup.string().required(),
  private_key: yup.string().required(),
});

/** The parsed file; undefined if it is invalid. Errors would repeat its contents, so they are not reported. */
function parse(text: string): yup.InferType<typeof keyFile> | undefined {
  try {
    const key = keyFile.validateSync(JSON.parse(text), { strict: true });
    createPrivateKey(key.private_key);
    return key;
  } catch {
    return undefined;
  }
}

/**
 * Checks the service account's key file, if the settings name one and a real Firebase project: the local emulator needs
 * none.
 * @returns the problem
 */
export function credentialsProblem(identity: Config['identity']): Problem | undefined {
  const sentence = credentialsFault(identity);
  return sentence === undefined ? undefined : { sentence, away: false };
}

function credentialsFault({ projectId, credentialsFile, emulatorHost }: Config['identity']): string | undefined {
  if (credentialsFile === undefined || emulatorHost !== undefined) return undefined;
  const named = `GOOGLE_APPLICATION_CREDENTIALS names ${credentialsFile}, which`;
  let text = '';
  try {
    text = readFileSync(credentialsFile, 'utf8');
  } catch (error) {
    return `${named} cannot be read (${errorCode(error)}): correct the path, or give this user the right to read it.`;
  }
  const key = parse(text);
  if (key === undefined)
    return `${named} is no key file of a service account: have Firebase make one (Project settings, Service accounts).`;
  if (key.project_id === projectId) return undefined;
  return `${named} is a key of the project ${key.project_id}, but FIREBASE_PROJECT_ID is ${projectId}: take a key of that project, or correct FIREBASE_PROJECT_ID.`;
}
