import { jest } from '@jest/globals';

/** Replaces the image APIs that jsdom lacks: decoded sizes, canvas drawing and encoding. */
export function fakePictures({ width = 800, height = 600 } = {}) {
  const drawCalls: unknown[][] = [];
  const canvasSizes: number[] = [];
  const revoked: string[] = [];
  const decode = jest.fn(() => Promise.resolve());
  const context = { drawImage: (_picture: unknown, ...numbers: unknown[]) => void drawCalls.push(numbers) };
  Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: (url: string) => void revoked.push(url) });
  Object.assign(HTMLImageElement.prototype, { decode });
  jest.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(width);
  jest.spyOn(HTMLImageElement.prototype, 'naturalHeight', 'get').mockReturnValue(height);
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as unknown as null);
  jest.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function write(this: HTMLCanvasElement, done, type) {
    canvasSizes.push(this.width);
    done(new Blob(['picture'], { type: type ?? '' }));
  });
  return { drawCalls, canvasSizes, revoked, decode };
}
