import type { Page } from '@playwright/test';

export interface UploadFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Draws a picture in the navigated page, red on the left and blue on the right. @param size width and height in px */
export async function drawPicture(page: Page, [width, height]: readonly [number, number]): Promise<UploadFile> {
  const url = await page.evaluate(
    ([w, h]) => {
      const canvas = document.createElement('canvas');
      canvas.width = w;
      canvas.height = h;
      const context = canvas.getContext('2d');
      for (const [color, x] of [
        ['#e11d48', 0],
        ['#2563eb', w / 2],
      ] as const) {
        if (context) context.fillStyle = color;
        context?.fillRect(x, 0, w / 2, h);
      }
      return canvas.toDataURL('image/png');
    },
    [width, height] as const,
  );
  return { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(url.split(',')[1] ?? '', 'base64') };
}
