import { answerSchema, json } from '../../../platform/http/answer-schema.ts';

const comment = json.object({
  _id: json.id,
  problemId: json.id,
  parentId: { ...json.textOrNull, format: 'uuid' },
  author: json.orNull(json.object({ _id: json.id, name: json.text, image: json.textOrNull })),
  content: json.text,
  pinned: json.yes,
  isDeleted: json.yes,
  createdAt: json.time,
  editedAt: json.orNull(json.time),
});

/** `{ comment }`. */
export const commentAnswer = answerSchema({ comment });

/** `{ comments }`. */
export const commentsAnswer = answerSchema({ comments: json.list(comment) });
