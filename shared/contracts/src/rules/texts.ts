import * as yup from 'yup';
import { cleanMarkdown, cleanText, hasTooManyMarks } from '../clean-text.ts';
import { NESTING_MAX, TEXT_PICTURES_MAX } from '../limits.ts';
import { isMisleading, tidyName } from '../one-line.ts';
import { getNestingDepth } from './nesting.ts';
import { hasPendingPicture, getPictureIds } from './text-pictures.ts';

/** Applies a conversion before the rules of a text. */
const convert = (clean: (text: string) => string) =>
  yup.string().transform((text: unknown) => (typeof text === 'string' ? clean(text) : text));

/** Base rule of typed text that no one else reads, such as a search. */
export const typedText = () => convert(cleanText);

const textFor = (label: string, clean: (text: string) => string) =>
  convert(clean).test(
    'marks',
    `${label} has too many accents on one letter. Remove some of them.`,
    (text) => !hasTooManyMarks(text ?? ''),
  );

/** Base rule of every text of several lines without formatting; `label` begins its messages. */
export const plainText = (label: string) => textFor(label, cleanText);

/** Base rule of every single-line text; `label` begins its messages. */
export const oneLine = (label: string) =>
  textFor(label, tidyName).test(
    'plain',
    `${label} contains invisible or text-reversing characters. Delete it and type it again.`,
    (text) => !isMisleading(text ?? ''),
  );

/** Base rule of every Markdown text; `label` begins its messages. */
export const markdown = (label: string) =>
  textFor(label, cleanMarkdown)
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
