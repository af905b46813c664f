/**
 * Generates the pictures of the demo data: `node dev/demo/assets/artwork/generate.mjs`.
 * They are committed, so running the product does not need this; text in them is set in Liberation Sans.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { MODULES } from './modules.mjs';
import { usage } from './modules/usage.mjs';
import { PEOPLE } from './people.mjs';
import { portrait } from './portrait.mjs';

/** A catalogue page shows a dozen of them: each stays this small. */
const MAX_BYTES = 8192;
/** Of a picture of code, which only the module's own page shows. */
const MAX_CODE_BYTES = 24_576;

const folder = (name) => {
  const path = fileURLToPath(new URL(`../${name}/`, import.meta.url));
  mkdirSync(path, { recursive: true });
  return path;
};

/** Renders at twice the size and shrinks (smoother edges), at the best quality that fits. */
async function draw(svg, width, file, maxBytes = MAX_BYTES) {
  const large = await sharp(Buffer.from(svg), { density: 144 }).png().toBuffer();
  const small = await sharp(large).resize(width).png().toBuffer();
  for (let quality = 84; ; quality -= 4) {
    const picture = await sharp(small).webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    if (picture.length <= maxBytes || quality <= 32) return writeFileSync(file, picture);
  }
}

const avatars = folder('avatars');
for (const [name, looks] of Object.entries(PEOPLE)) await draw(portrait(looks), 128, `${avatars}${name}.webp`);
const modules = folder('modules');
for (const [name, svg] of Object.entries(MODULES)) await draw(svg, 640, `${modules}${name}.webp`);
for (const name of Object.keys(MODULES)) await draw(usage(name), 960, `${modules}${name}-in-use.webp`, MAX_CODE_BYTES);
