import { ArchiveRefusal } from './archive-refusal.ts';
import type { StoredBytes } from './stored-bytes.ts';

/** The table of contents as it was read: the places of its first byte and of the first one behind it, and its entries. */
export interface TablePlace {
  start: number;
  end: number;
  count: number;
}

const HIDDEN = 'The archive holds files that its table of contents hides. Make it again with another program.';
const TWO_WAYS = 'The archive does not say the same to all programs that read it. Make it again with another program.';

/** The refusal of an archive with files that some programs find and others do not. */
export const hidden = (): ArchiveRefusal => new ArchiveRefusal(HIDDEN);
const twoWays = () => new ArchiveRefusal(TWO_WAYS);

const ENTRY = 'PK\x01\x02';
const END = 'PK\x05\x06';
const LARGE_END = 'PK\x06\x06';
const LARGE_END_PLACE = 'PK\x06\x07';
const [END_SIZE, LARGE_END_SIZE, LARGE_END_PLACE_SIZE] = [22, 56, 20];
/** Such a number stands elsewhere, in the end of a large archive. */
const [ELSEWHERE_16, ELSEWHERE_32] = [0xffff, 0xffff_ffff];

const signatureOf = (head: Buffer) => head.toString('latin1', 0, 4);

/** The end of a large archive (zip64), which another end follows. @returns where that is */
async function checkLargeEnd(bytes: StoredBytes, { start, end, count }: TablePlace): Promise<number> {
  const head = await bytes.at(end, LARGE_END_SIZE);
  if (head.length < LARGE_END_SIZE) throw twoWays();
  const said = [4, 24, 32, 40, 48].map((at) => head.readBigUInt64LE(at));
  const true64 = [LARGE_END_SIZE - 12, count, count, end - start, start].map(BigInt);
  if (said.some((value, index) => value !== true64[index])) throw twoWays();
  const place = await bytes.at(end + LARGE_END_SIZE, LARGE_END_PLACE_SIZE);
  if (signatureOf(place) !== LARGE_END_PLACE || place.readBigUInt64LE(8) !== BigInt(end)) throw twoWays();
  return end + LARGE_END_SIZE + LARGE_END_PLACE_SIZE;
}

/**
 * The archive's end must say of the table what was read, twice if it says it twice, and be the file's end: programs differ in
 * which of its numbers they go by, and whoever lies in one shows other files to some.
 * @throws ArchiveRefusal
 */
export async function checkEnd(bytes: StoredBytes, table: TablePlace): Promise<void> {
  const following = signatureOf(await bytes.at(table.end, 4));
  if (following === ENTRY) throw hidden();
  const isLarge = following === LARGE_END;
  const at = isLarge ? await checkLargeEnd(bytes, table) : table.end;
  const end = await bytes.at(at, END_SIZE);
  if (end.length < END_SIZE || signatureOf(end) !== END) throw twoWays();
  const { start, count } = table;
  const says = (said: number, truth: number, elsewhere: number) => said === truth || (isLarge && said === elsewhere);
  const holds =
    says(end.readUInt16LE(8), count, ELSEWHERE_16) &&
    says(end.readUInt16LE(10), count, ELSEWHERE_16) &&
    says(end.readUInt32LE(12), table.end - start, ELSEWHERE_32) &&
    says(end.readUInt32LE(16), start, ELSEWHERE_32) &&
    at + END_SIZE + end.readUInt16LE(20) === bytes.size;
  if (!holds) throw twoWays();
}
