// No characters that look similar.
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 10;

/** Formats a receipt number such as `R-20261121-7K3M9Q2WXA`, from the date and the random bits of the id. */
export function receiptNumber({ id, createdAt }: { id: string; createdAt: Date }): string {
  const base = BigInt(ALPHABET.length);
  let remaining = BigInt(`0x${id.replaceAll('-', '').slice(-14)}`);
  let code = '';
  while (code.length < LENGTH) {
    code = `${ALPHABET[Number(remaining % base)]}${code}`;
    remaining /= base;
  }
  return `R-${createdAt.toISOString().slice(0, 10).replaceAll('-', '')}-${code}`;
}
