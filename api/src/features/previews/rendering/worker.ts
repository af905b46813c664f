import satori from 'satori';
import sharp from 'sharp';
import { boundedWorker } from '../../../platform/workers/worker.ts';
import { toRenderableCard } from './renderable-card.ts';
import { CARD_SIZE, buildLayout, loadFonts } from './layout.ts';
import type { Card } from './layout.ts';

/** CPU time per card (µs). The first card of a process takes about 1 s, others about 0.1 s. */
const MAX_CPU_US = 8_000_000;

// Only the SVG rendered here may be loaded.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });
sharp.cache(false);
sharp.concurrency(1);

const fonts = loadFonts();

// A palette would halve the size but double the time.
async function renderCard(card: Card): Promise<Uint8Array> {
  const svg = await satori(buildLayout(await toRenderableCard(card, fonts)), { ...CARD_SIZE, fonts });
  return sharp(Buffer.from(svg)).removeAlpha().png().toBuffer();
}

export default boundedWorker(renderCard, MAX_CPU_US);
