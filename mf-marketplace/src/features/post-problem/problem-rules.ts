import { createProblemRules } from '@solvent/contracts/rules';
import { BODY_TEMPLATE } from './problem-draft.ts';

const TEMPLATE_LINES = new Set(BODY_TEMPLATE.split('\n').map((line) => line.trim()));

const hasOwnWords = (body: string): boolean => body.split('\n').some((line) => !TEMPLATE_LINES.has(line.trim()));

/** The server's rules, and one of the form: its own template is no description. */
export const problemFormRules = createProblemRules.test(
  'own-words',
  ({ body }, { createError }) => !body || hasOwnWords(body) || createError({ path: 'body', message: 'Description is required' }),
);
