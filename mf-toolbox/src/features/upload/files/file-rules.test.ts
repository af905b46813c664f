/** @jest-environment node */
import { MODULE } from '@solvent/contracts';
import { validateArchive } from '../../../module/validate-archive.ts';
import { validateImages, validateVideos, mergeFiles } from './file-rules.ts';

const file = (name: string, size = 10, type = '') => ({ name, size, type, lastModified: 0 }) as File;
const many = (count: number, suffix: string, size: number, type: string) =>
  Array.from({ length: count }, (_, index) => file(`${index}.${suffix}`, size, type));

describe('the files of an upload (product 5.11)', () => {
  it.each([
    ['File size must be less than 50MB', validateArchive(file('big.zip', MODULE.zipMaxBytes + 1))],
    ['Only .zip files are allowed', validateArchive(file('code.rar'))],
    ['This file is empty', validateArchive(file('empty.zip', 0))],
    [undefined, validateArchive(file('CODE.ZIP', MODULE.zipMaxBytes))],
    ['Maximum 5 preview images allowed', validateImages(many(6, 'png', 10, 'image/png'))],
    ['Each image must be less than 2MB', validateImages([file('a.png'), file('big.png', MODULE.imageMaxBytes + 1, 'image/png')])],
    ['Only PNG, JPG, GIF and WEBP images are allowed', validateImages([file('drawing.svg', 10, 'image/svg+xml')])],
    [undefined, validateImages(many(5, 'webp', MODULE.imageMaxBytes, 'image/webp'))],
    ['Maximum 5 preview videos allowed', validateVideos(many(6, 'mp4', 10, 'video/mp4'))],
    [
      'Each video must be less than 5MB',
      validateVideos([file('a.mp4'), file('big.webm', MODULE.videoMaxBytes + 1, 'video/webm')]),
    ],
    ['Only MP4 and WEBM videos are allowed', validateVideos([file('old.avi', 10, 'video/x-msvideo')])],
    [undefined, validateVideos(many(5, 'webm', MODULE.videoMaxBytes, 'video/webm'))],
  ])('%s (%#)', (message, error) => expect(error).toBe(message));

  it('lists a file that was chosen twice once', () => {
    const shot = file('shot.png');
    expect(mergeFiles([shot], [file('shot.png'), file('second.png')])).toEqual([shot, file('second.png')]);
  });
});
