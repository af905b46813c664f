import satori from 'satori';
import sharp from 'sharp';
import type { Card } from './card.ts';
import { CARD_SIZE } from './card.ts';
import { drawable } from './drawable.ts';
import { loadFonts } from './fonts.ts';
import { cardLayout } from './layout.ts';

// Nothing but what is drawn here is read: letters are outlines by then, and no picture is in it.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });
sharp.cache(false);
sharp.concurrency(1);

const fonts = loadFonts();

/** A card as a PNG. Fewer colors would halve its bytes, and take twice the time. */
export async function drawCard(card: Card): Promise<Uint8Array> {
  const svg = await satori(cardLayout(await drawable(card, fonts)), { ...CARD_SIZE, fonts });
  return sharp(Buffer.from(svg)).removeAlpha().png().toBuffer();
}
