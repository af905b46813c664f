import * as yup from 'yup';
import { NESTING_MAX, TEXT_PICTURES_MAX } from '../limits.ts';
import { isMisleading, tidyName } from '../one-line.ts';
import { getNestingDepth } from './nesting.ts';
import { hasPendingPicture, getPictureIds } from './text-pictures.ts';

/**
 * A name, a title, a tag: every text that stands on one line is one of these, and begins its rules with it.
 * @param what how its messages begin
 */
export const oneLine = (what: string) =>
  yup
    .string()
    .transform((text: unknown) => (typeof text === 'string' ? tidyName(text) : text))
    .test(
      'plain',
      `${what} has characters that hide or turn around what it says: delete it and type it again`,
      (text) => !isMisleading(text ?? ''),
    );

/**
 * A text in markdown: every text that a page shows with formatting is one of these, and begins its rules with it.
 * @param what how its messages begin
 */
export const markdown = (what: string) =>
  yup
    .string()
    .trim()
    .test(
      'nesting',
      `${what} is nested too deeply: use at most ${NESTING_MAX} levels of quotes and lists, or put it between lines of \`\`\``,
      (text) => getNestingDepth(text ?? '', NESTING_MAX) <= NESTING_MAX,
    )
    .test(
      'sent',
      'A picture is still on its way: wait for it, or delete its place in the text',
      (text) => !hasPendingPicture(text ?? ''),
    )
    .test(
      'pictures',
      `${what} can show up to ${TEXT_PICTURES_MAX} pictures`,
      (text) => getPictureIds(text ?? '').length <= TEXT_PICTURES_MAX,
    );

/** Yup's own `uuid()` knows no version 7. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id of something that is stored. @param message what is said of any other text */
export const id = (message: string) => yup.string().matches(UUID, message);
