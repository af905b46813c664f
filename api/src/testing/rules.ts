import type * as yup from 'yup';
import { yupValidatorCompiler } from '../platform/http/yup-validation.ts';

export const WRONG_FORM = 'This value has the wrong form';

export const long = (length: number) => 'x'.repeat(length);

/** What a schema accepts and refuses, as changes of good values. */
export interface RuleTable {
  rules: yup.Schema;
  good: object;
  /** Values at the limits. */
  accepts?: object[];
  refuses: [change: object, errors: Record<string, string>][];
}

/** Messages by field, as the API answers them; empty where the values are accepted. */
function errorsOf(schema: yup.Schema, values: object, httpPart: string): Record<string, string> {
  // The compiled validator returns a value, or the failure that the API answers.
  const result = yupValidatorCompiler({ schema, httpPart, method: 'POST', url: '/' })(values) as {
    error?: { errors?: Record<string, string> };
  };
  return result.error?.errors ?? {};
}

/** Tests what schemas accept and refuse. @param httpPart which part of a request they are of */
export function describeRules(httpPart: 'body' | 'querystring', tables: Record<string, RuleTable>): void {
  const rows = Object.entries(tables).map(([name, table]) => ({ name, ...table }));
  describe(`the rules of a ${httpPart}`, () => {
    it.each(rows)('$name', ({ rules, good, accepts = [], refuses }) => {
      const check = (change: object) => [change, errorsOf(rules, { ...good, ...change }, httpPart)];
      for (const change of [{}, ...accepts]) expect(check(change)).toEqual([change, {}]);
      for (const [change, errors] of refuses) expect(check(change)).toEqual([change, errors]);
    });
  });
}
