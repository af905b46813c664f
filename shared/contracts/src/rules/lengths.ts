import type * as yup from 'yup';
import { findLengthError } from '../characters.ts';
import type { LengthLimits } from '../characters.ts';

/** Limits the characters of a text, as people count them (decision 0095): `.test(hasLength('Title', { min: 10, max: 120 }))`. */
export const hasLength = (label: string, limits: LengthLimits): yup.TestConfig<string | undefined> => ({
  name: 'length',
  skipAbsent: true,
  test: (text, { createError }) => {
    const message = findLengthError(label, text ?? '', limits);
    return message === undefined || createError({ message });
  },
});
