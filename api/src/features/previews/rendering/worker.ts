import satori from 'satori';
import sharp from 'sharp';
import { boundedWorker } from '../../../platform/workers/worker.ts';
import { CARD_SIZE } from './card.ts';
import type { Card } from './card.ts';
import { drawable } from './drawable.ts';
import { loadFonts } from './fonts.ts';
import { cardLayout } from './layout.ts';

/** A card may take so much of a processor (µs): the first one of a process takes a second, any other a tenth of that. */
const PROCESSOR_MAX = 8_000_000;

// Nothing but what is drawn here is read: letters are outlines by then, and no picture is in it.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });
sharp.cache(false);
sharp.concurrency(1);

const fonts = loadFonts();

/** A card as a PNG. Fewer colors would halve its bytes, and take twice the time. */
async function drawCard(card: Card): Promise<Uint8Array> {
  const svg = await satori(cardLayout(await drawable(card, fonts)), { ...CARD_SIZE, fonts });
  return sharp(Buffer.from(svg)).removeAlpha().png().toBuffer();
}

/** Draws a card in a process of the pool (card-workers.ts). */
export default boundedWorker(drawCard, PROCESSOR_MAX);
