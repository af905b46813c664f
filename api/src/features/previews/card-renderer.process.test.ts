import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { buildApi } from '../../testing/server-process.ts';
import type { BuiltApi } from '../../testing/server-process.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { buildProblem } from '../../testing/problems.ts';
import type { Card, CardRenderer } from './rendering/card.ts';
import { createCardRenderer } from './rendering/card-renderer.ts';

let built: BuiltApi;
let workers: CardRenderer;
beforeAll(async () => {
  built = await buildApi();
  workers = createCardRenderer(pathToFileURL(join(built.folder, 'card-worker.js')));
}, 300_000);
afterAll(async () => {
  await workers.close();
  built.remove();
});

const CARD: Card = {
  kind: 'Problem',
  title: 'Checkout charges twice',
  untitled: 'A software problem',
  text: '',
  figures: [
    { label: 'Budget', value: '$450' },
    { label: 'Bids', value: '3' },
  ],
  person: { label: 'Posted by', name: 'Mara Lindqvist' },
};

const draw = async (given: Partial<Card>) => Buffer.from(await workers.render({ ...CARD, ...given }));

/** How much of a region is not the page's own color, 0 to 1. */
async function inked(png: Buffer, region: { left: number; top: number; width: number; height: number }): Promise<number> {
  const grey = await sharp(png).extract(region).greyscale().raw().toBuffer();
  return grey.filter((value) => value < 200).length / grey.length;
}

/** The page's edges, on the left and on the right of what is set. */
const EDGES = [
  { left: 0, top: 0, width: 70, height: 600 },
  { left: 1130, top: 0, width: 70, height: 600 },
];
/** Where the title is. */
const MIDDLE = { left: 72, top: 130, width: 1056, height: 280 };

describe('the process that draws cards', () => {
  it('makes a PNG of 1200 × 630 pixels, without a font of the machine', async () => {
    const png = await draw({});
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(png.length).toBeLessThan(150_000);
    expect(await inked(png, MIDDLE)).toBeGreaterThan(0.02);
  });

  it.each([
    ['very long', 'Our websocket server keeps dropping connections behind the load balancer '.repeat(20)],
    ['one long word', 'x'.repeat(400)],
    ['wide letters', 'W'.repeat(200)],
    ['markup', '</div><script>alert("x")</script><img src="https://solvent.example/x.png">'],
    ['no letters', '🚀'],
  ])('keeps a title inside its page: %s', async (_what, title) => {
    const person = { label: 'Posted by', name: title };
    const png = await draw({ title, person, text: title, figures: [{ label: 'Areas of expertise', value: title.slice(0, 44) }] });
    expect(await sharp(png).metadata()).toMatchObject({ width: 1200, height: 630 });
    for (const edge of EDGES) expect(await inked(png, edge)).toBe(0);
  });

  it('draws what cannot be drawn as if it were not there', async () => {
    expect(await draw({ title: '🚀 Checkout charges twice 登' })).toEqual(await draw({}));
  });

  it('reads no pictures that a text names', async () => {
    const named = await draw({ title: '<image href="file:///etc/hostname"/>' });
    expect(await inked(named, MIDDLE)).toBeGreaterThan(0.02);
  });

  it('serves the pictures of the site', async () => {
    const test = await createTestApp({ ports: { cardRenderer: workers } });
    try {
      const { id } = await buildProblem(test.db, (await test.user()).id);
      const answer = await test.app.inject(`/api/problems/${id}/card.png`);
      expect(answer.headers['content-type']).toBe('image/png');
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    } finally {
      await test.close();
    }
  });
});
