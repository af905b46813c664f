import { ValidationError } from 'yup';

/** Any rules: to yup's own type of them a union of several is assignable or not, by which file TypeScript reads first. */
interface Rules {
  validateSync: (body: unknown, options: { abortEarly: boolean }) => unknown;
}

/** What rules say of a body: every message, by the field's path. Empty when the body is right. */
export function messagesByField(rules: Rules, body: object): Record<string, string[]> {
  try {
    rules.validateSync(body, { abortEarly: false });
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const messages: Record<string, string[]> = {};
    for (const { path = '', message } of error.inner) (messages[path] ??= []).push(message);
    return messages;
  }
}

/** `length` letters. */
export const letters = (length: number): string => 'a'.repeat(length);
