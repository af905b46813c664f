import { ACCENTS, LETTERS } from '@solvent/contracts/search';
import { sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';

const withoutStrokes = (text: SQL): SQL => LETTERS.reduce((folded, [from, to]) => sql`replace(${folded}, ${from}, ${to})`, text);

/** Does in SQL what `foldText` does. A database of the locale "C" lowers only ASCII, so capitals lose their strokes before. */
const fold = (text: SQLWrapper): SQL =>
  withoutStrokes(
    sql`lower(${withoutStrokes(sql`normalize(regexp_replace(normalize(${text}, NFKD), ${ACCENTS}, '', 'g'), NFC)`)})`,
  );

/** Condition for a text that contains a part, regardless of case and accents. @param part a result of `foldText` */
export const contains = (text: SQLWrapper, part: string): SQL => sql`(strpos(${fold(text)}, ${part}) > 0)`;
