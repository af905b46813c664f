import * as yup from 'yup';
import { id } from './texts.ts';

const solverId = id('There is no such person').required('There is no such person');

/** `POST /problems/{id}/invitations`: by the poster of an open problem, once for each solver (product 4.23). */
export const inviteRules = yup.object({ solverId });
export type InviteBody = yup.InferType<typeof inviteRules>;

/** Query of `GET /problems/inviting`. */
export const invitingQueryRules = yup.object({ solverId });
