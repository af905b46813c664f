/**
 * Draws the pictures of the demo data: `node api/seed-assets/artwork/generate.mjs`.
 * They are committed, so nobody needs this to run the product; text in them is set in Liberation Sans.
 */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { MODULES } from './modules.mjs';
import { PEOPLE } from './people.mjs';
import { portrait } from './portrait.mjs';

const folder = (name) => {
  const path = fileURLToPath(new URL(`../${name}/`, import.meta.url));
  mkdirSync(path, { recursive: true });
  return path;
};

/** Renders at twice the size and shrinks: smoother edges than at once. */
async function draw(svg, width, file) {
  const large = await sharp(Buffer.from(svg), { density: 144 }).png().toBuffer();
  await sharp(large).resize(width).webp({ quality: 78, effort: 6, smartSubsample: true }).toFile(file);
}

const avatars = folder('avatars');
for (const [name, looks] of Object.entries(PEOPLE)) await draw(portrait(looks), 128, `${avatars}${name}.webp`);
const modules = folder('modules');
for (const [name, svg] of Object.entries(MODULES)) await draw(svg, 640, `${modules}${name}.webp`);
