import { MODULE_LICENSES, MODULE_STATUSES, REVIEW_STAGES } from '@solvent/contracts';
import { answerSchema, json } from '../../platform/http/answer-schema.ts';
import { moduleCardFields } from './module-card.ts';
import { opinionSchema } from './opinions.ts';

const file = json.object({ _id: json.id, url: json.text, name: json.text, size: json.integer, mimeType: json.text });
const version = { version: json.text, notes: json.text, sizeBytes: json.integer, sha256: json.text, releasedAt: json.time };
const finding = { path: json.text, line: { type: ['integer', 'null'] }, text: json.text };

/** How a version's review stands. */
export const reviewSchema = json.object({
  stage: json.oneOf(REVIEW_STAGES),
  reason: json.textOrNull,
  findings: json.list(json.object(finding)),
});

/** `{ module }` on its own page. */
export const moduleAnswer = answerSchema({
  module: json.object({
    ...moduleCardFields,
    status: json.oneOf(MODULE_STATUSES),
    documentation: json.text,
    license: json.oneOf(MODULE_LICENSES),
    repositoryUrl: json.textOrNull,
    demoUrl: json.textOrNull,
    sandboxUrl: json.textOrNull,
    sizeBytes: json.integer,
    sha256: json.text,
    previewImages: json.list(file),
    previewVideos: json.list(file),
    versions: json.list(json.object(version)),
    stars: json.list(json.integer),
    owned: json.yes,
    saved: json.yes,
    myReview: json.orNull(opinionSchema),
    authorEmail: json.textOrNull,
    review: json.orNull(reviewSchema),
  }),
});
