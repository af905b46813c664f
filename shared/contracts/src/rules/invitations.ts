import * as yup from 'yup';
import { id } from './texts.ts';

const solverId = id('User not found').required('User not found');

/** `POST /problems/{id}/invitations`: by the poster of an open problem, once per solver (product 4.23). */
export const inviteRules = yup.object({ solverId });
export type InviteBody = yup.InferType<typeof inviteRules>;

export const invitingQueryRules = yup.object({ solverId });
