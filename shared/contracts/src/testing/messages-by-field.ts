import { ValidationError } from 'yup';

/** Structural type: whether yup's own type accepts a union depends on the order in which TypeScript reads files. */
interface Rules {
  validateSync: (body: unknown, options: { abortEarly: boolean }) => unknown;
}

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

export const letters = (length: number): string => 'a'.repeat(length);
