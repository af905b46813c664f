import * as yup from 'yup';
import { formatNumber } from '../format-number.ts';
import { ACCOUNT, CONTACT } from '../limits.ts';
import { asciiEmailTransform } from './ascii-address.ts';
import { oneLine, plainText } from './texts.ts';

/** `POST /contact` (product 5.10). */
export const contactRules = yup.object({
  name: oneLine('Name').required('Name is required').max(CONTACT.nameMax, `Name cannot exceed ${CONTACT.nameMax} characters`),
  email: yup
    .string()
    .trim()
    .transform(asciiEmailTransform)
    .required('Email is required')
    .email('Please enter a valid email address')
    .max(ACCOUNT.emailMax, `Email cannot exceed ${ACCOUNT.emailMax} characters`),
  subject: oneLine('Topic')
    .required('Topic is required')
    .min(CONTACT.subjectMin, `Topic must be at least ${CONTACT.subjectMin} characters`)
    .max(CONTACT.subjectMax, `Topic cannot exceed ${CONTACT.subjectMax} characters`),
  message: plainText('Message')
    .required('Message is required')
    .min(CONTACT.messageMin, `Message must be at least ${CONTACT.messageMin} characters`)
    .max(CONTACT.messageMax, `Message cannot exceed ${formatNumber(CONTACT.messageMax)} characters`),
});
export type ContactBody = yup.InferType<typeof contactRules>;
