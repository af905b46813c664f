import * as yup from 'yup';
import { SAVED_SEARCHES } from '../limits.ts';
import { oneLine } from './texts.ts';

export const saveSearchFormRules = yup.object({
  name: oneLine('Name')
    .required('Please name the search')
    .max(SAVED_SEARCHES.nameMax, `A name can be at most ${SAVED_SEARCHES.nameMax} characters`),
});
