/**
 * Generates the pictures of the demo data: `node dev/demo/assets/artwork/generate.mjs`. The pictures are committed, so running the
 * product does not need this script. Their texts need the font Liberation Sans.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { MODULES } from './modules.mjs';
import { drawUsage } from './modules/usage.mjs';
import { PEOPLE } from './people.mjs';
import { drawPortrait } from './portrait.mjs';

/** Maximum size of a preview; a catalog page shows a dozen of them. */
const MAX_BYTES = 8192;
/** Maximum size of a picture of code, which only the page of the module shows. */
const MAX_CODE_BYTES = 24_576;

const createFolder = (name) => {
  const path = fileURLToPath(new URL(`../${name}/`, import.meta.url));
  mkdirSync(path, { recursive: true });
  return path;
};

/** Renders at twice the size and shrinks the result for smoother edges. Writes it in the best quality that fits into `maxBytes`. */
async function writePicture(svg, width, file, maxBytes = MAX_BYTES) {
  const large = await sharp(Buffer.from(svg), { density: 144 }).png().toBuffer();
  const small = await sharp(large).resize(width).png().toBuffer();
  for (let quality = 84; ; quality -= 4) {
    const picture = await sharp(small).webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    if (picture.length <= maxBytes || quality <= 32) return writeFileSync(file, picture);
  }
}

const avatars = createFolder('avatars');
for (const [name, looks] of Object.entries(PEOPLE)) await writePicture(drawPortrait(looks), 128, `${avatars}${name}.webp`);
const modules = createFolder('modules');
for (const [name, svg] of Object.entries(MODULES)) await writePicture(svg, 640, `${modules}${name}.webp`);
for (const name of Object.keys(MODULES))
  await writePicture(drawUsage(name), 960, `${modules}${name}-in-use.webp`, MAX_CODE_BYTES);
