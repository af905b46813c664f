import { fakePictures } from '../../../testing/fake-pictures.ts';
import { cropPicture, middleSquare } from './crop.ts';

describe('a cropped picture', () => {
  it('starts as the largest square in the middle', () => {
    fakePictures({ width: 800, height: 600 });
    expect(middleSquare(new Image())).toEqual({ x: 100, y: 0, width: 600, height: 600 });
  });

  it('is no larger than what is kept', async () => {
    const { drawn, sides } = fakePictures();
    const blob = await cropPicture(new Image(), { x: 100, y: 0, width: 600, height: 600 });
    expect(blob.type).toBe('image/webp');
    expect(drawn).toEqual([[100, 0, 600, 600, 0, 0, 512, 512]]);
    expect(sides).toEqual([512]);
  });

  it('is not made larger than it was', async () => {
    const { sides } = fakePictures({ width: 40, height: 40 });
    await cropPicture(new Image(), { x: 0, y: 0, width: 40, height: 40 });
    await cropPicture(new Image(), { x: 0, y: 0, width: 0.2, height: 0.2 });
    expect(sides).toEqual([40, 1]);
  });
});
