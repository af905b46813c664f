import * as yup from 'yup';
import { SAVED_SEARCHES } from '../limits.ts';
import { hasLength } from './lengths.ts';
import { oneLine } from './texts.ts';

export const saveSearchFormRules = yup.object({
  name: oneLine('Name')
    .required('Please name the search')
    .test(hasLength('A name', { max: SAVED_SEARCHES.nameMax })),
});
