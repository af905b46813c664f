import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { buildApi } from '../../testing/server-process.ts';
import type { BuiltApi } from '../../testing/server-process.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { buildProblem } from '../../testing/problems.ts';
import { createProcessPool } from '../../platform/workers/process-pool.ts';
import type { ProcessPool } from '../../platform/workers/process-pool.ts';
import type { Card } from './rendering/layout.ts';

let built: BuiltApi;
let workers: ProcessPool<Card, Uint8Array>;
beforeAll(async () => {
  built = await buildApi();
  workers = createProcessPool({ concurrency: 1, script: pathToFileURL(join(built.folder, 'card-worker.js')) });
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

const render = async (overrides: Partial<Card>) => Buffer.from(await workers.run({ ...CARD, ...overrides }));

/** Share of a region that differs from the background, 0 to 1. */
async function getInkShare(png: Buffer, region: { left: number; top: number; width: number; height: number }): Promise<number> {
  const grey = await sharp(png).extract(region).greyscale().raw().toBuffer();
  return grey.filter((value) => value < 200).length / grey.length;
}

/** The left and right margins, which stay empty. */
const EDGES = [
  { left: 0, top: 0, width: 70, height: 600 },
  { left: 1130, top: 0, width: 70, height: 600 },
];
/** The area of the title. */
const MIDDLE = { left: 72, top: 130, width: 1056, height: 280 };

describe('the process that renders cards', () => {
  it('renders a PNG of 1200 × 630 pixels without system fonts', async () => {
    const png = await render({});
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(png.length).toBeLessThan(150_000);
    expect(await getInkShare(png, MIDDLE)).toBeGreaterThan(0.02);
  });

  it.each([
    ['very long', 'Our websocket server keeps dropping connections behind the load balancer '.repeat(20)],
    ['one long word', 'x'.repeat(400)],
    ['wide letters', 'W'.repeat(200)],
    ['markup', '</div><script>alert("x")</script><img src="https://solvent.example/x.png">'],
    ['no letters', '🚀'],
  ])('keeps a title within the margins: %s', async (_what, title) => {
    const person = { label: 'Posted by', name: title };
    const png = await render({
      title,
      person,
      text: title,
      figures: [{ label: 'Areas of expertise', value: title.slice(0, 44) }],
    });
    expect(await sharp(png).metadata()).toMatchObject({ width: 1200, height: 630 });
    for (const edge of EDGES) expect(await getInkShare(png, edge)).toBe(0);
  });

  it('leaves out characters that the fonts lack', async () => {
    expect(await render({ title: '🚀 Checkout charges twice 登' })).toEqual(await render({}));
  });

  it('does not load images that a text references', async () => {
    const png = await render({ title: '<image href="file:///etc/hostname"/>' });
    expect(await getInkShare(png, MIDDLE)).toBeGreaterThan(0.02);
  });

  it('serves cards over HTTP', async () => {
    const test = await createTestApp({ ports: { cardRenderer: workers } });
    try {
      const { id } = await buildProblem(test.db, (await test.user()).id);
      const response = await test.app.inject(`/api/problems/${id}/card.png`);
      expect(response.headers['content-type']).toBe('image/png');
      expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    } finally {
      await test.close();
    }
  });
});
