/** Videos that browsers play, and how their names end. */
interface VideoKind {
  mimeType: 'video/mp4' | 'video/webm';
  extension: string;
}

/** Brands of MP4; those of pictures and of QuickTime are others. */
const MP4_BRANDS = /^(isom|iso[2-9]|mp4[12]|avc1|M4V[ HP]|dash|MSNV|mmp4|f4v |3g[p2].)$/;
const OTHER_BRANDS = /^(qt {2}|heic|heix|mif1|msf1|avif|avis)$/;
/** How a WebM says that it is one, and no other Matroska: DocType, four characters. */
const WEBM_DOCTYPE = '\x42\x82\x84webm';

/** An MP4 begins with the box `ftyp`, which lists its brands. */
function isMp4(head: Buffer): boolean {
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return false;
  const end = Math.min(head.readUInt32BE(0), head.length);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= end; at += 4) if (at !== 12) brands.push(head.toString('latin1', at, at + 4));
  return !OTHER_BRANDS.test(brands[0] ?? '') && brands.some((brand) => MP4_BRANDS.test(brand));
}

const isWebm = (head: Buffer) =>
  head.toString('latin1', 0, 4) === '\x1a\x45\xdf\xa3' && head.toString('latin1').includes(WEBM_DOCTYPE);

/** What a file of these first bytes is; its content says so, never its sender. Undefined for what is no such video. */
export function videoKind(head: Buffer): VideoKind | undefined {
  if (isMp4(head)) return { mimeType: 'video/mp4', extension: 'mp4' };
  return isWebm(head) ? { mimeType: 'video/webm', extension: 'webm' } : undefined;
}
