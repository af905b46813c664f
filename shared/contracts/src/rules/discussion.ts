import * as yup from 'yup';
import { DISCUSSION } from '../constants.ts';
import { markdown } from './texts.ts';

const content = markdown('A comment')
  .required('Write something first')
  .max(DISCUSSION.contentMax, `A comment cannot exceed ${DISCUSSION.contentMax.toLocaleString('en-US')} characters`);

/** `POST /problems/{id}/comments`. */
export const postCommentRules = yup.object({
  content,
  parentId: yup.string().matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'There is no such question'),
});

/** `PUT /comments/{id}`. */
export const editCommentRules = yup.object({ content });

/** `PUT /comments/{id}/pin`. */
export const pinCommentRules = yup.object({ pinned: yup.boolean().required('Pinned must be true or false') });
