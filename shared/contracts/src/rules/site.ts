import * as yup from 'yup';
import { ACCOUNT, CONTACT } from '../limits.ts';
import { asciiEmailTransform } from './ascii-address.ts';
import { hasLength } from './lengths.ts';
import { oneLine, plainText } from './texts.ts';

/** `POST /contact` (product 5.10). */
export const contactRules = yup.object({
  name: oneLine('Name')
    .required('Name is required')
    .test(hasLength('Name', { max: CONTACT.nameMax })),
  email: yup
    .string()
    .trim()
    .transform(asciiEmailTransform)
    .required('Email is required')
    .email('Please enter a valid email address')
    .max(ACCOUNT.emailMax, `Email cannot exceed ${ACCOUNT.emailMax} characters`),
  subject: oneLine('Topic')
    .required('Topic is required')
    .test(hasLength('Topic', { min: CONTACT.subjectMin, max: CONTACT.subjectMax })),
  message: plainText('Message')
    .required('Message is required')
    .test(hasLength('Message', { min: CONTACT.messageMin, max: CONTACT.messageMax })),
});
export type ContactBody = yup.InferType<typeof contactRules>;
