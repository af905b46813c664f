import * as yup from 'yup';
import { NESTING_MAX, TEXT_PICTURES_MAX } from '../limits.ts';
import { isMisleading, tidyName } from '../one-line.ts';
import { getNestingDepth } from './nesting.ts';
import { hasPendingPicture, getPictureIds } from './text-pictures.ts';

/** Base rule of every single-line text; `label` begins its messages. */
export const oneLine = (label: string) =>
  yup
    .string()
    .transform((text: unknown) => (typeof text === 'string' ? tidyName(text) : text))
    .test(
      'plain',
      `${label} contains invisible or text-reversing characters. Delete it and type it again.`,
      (text) => !isMisleading(text ?? ''),
    );

/** Base rule of every Markdown text; `label` begins its messages. */
export const markdown = (label: string) =>
  yup
    .string()
    .trim()
    .test(
      'nesting',
      `${label} is nested too deeply. Use at most ${NESTING_MAX} levels of quotes and lists, or put it in a code block.`,
      (text) => getNestingDepth(text ?? '', NESTING_MAX) <= NESTING_MAX,
    )
    .test(
      'sent',
      'A picture is still uploading. Wait for it to finish, or remove it from the text.',
      (text) => !hasPendingPicture(text ?? ''),
    )
    .test(
      'pictures',
      `${label} can show up to ${TEXT_PICTURES_MAX} pictures`,
      (text) => getPictureIds(text ?? '').length <= TEXT_PICTURES_MAX,
    );

/** Includes version 7, which yup's `uuid()` rejects. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const id = (message: string) => yup.string().matches(UUID, message);
