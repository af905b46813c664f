import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { AVATAR } from '@solvent/contracts';
import { files, users } from '../../schema/index.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { getStoredFile, phonePhotograph, picture, upload } from '../../testing/uploads.ts';

const test = setUpTestApp();

const pictureAt = async (url: string) => (await test.app.inject({ method: 'GET', url })).rawPayload;

describe('POST /api/file-upload (product 5.17, 7.8, 9.11)', () => {
  it.each(['png', 'jpeg', 'webp', 'gif'] as const)('converts a %s to a public square WebP', async (format) => {
    const caller = await test.signedIn('seeker');
    const file = getStoredFile(await upload(test, caller, [{ name: `me.${format}`, content: await picture(format) }]));
    expect(file).toMatchObject({ url: `/api/files/${file._id}`, name: 'me.webp', mimeType: 'image/webp' });
    const stored = await pictureAt(file.url);
    expect(stored.length).toBe(file.size);
    expect(await sharp(stored).metadata()).toMatchObject({ format: 'webp', width: AVATAR.side, height: AVATAR.side });
  });

  it('stores an avatar of the caller, and does not change the profile', async () => {
    const caller = await test.signedIn('solver');
    const file = getStoredFile(await upload(test, caller, [{ content: await picture('png') }]));
    const [row] = await test.db.select().from(files).where(eq(files.id, file._id));
    expect(row).toMatchObject({ ownerId: caller.user.id, purpose: 'avatar', visibility: 'public' });
    const [person] = await test.db.select().from(users).where(eq(users.id, caller.user.id));
    expect(person?.image).toBeNull();
  });

  it('rotates a photo upright and removes its metadata', async () => {
    const sent = await phonePhotograph();
    expect((await sharp(sent).metadata()).orientation).toBe(6);
    expect(sent.includes('SecretCamera')).toBe(true);
    const file = getStoredFile(await upload(test, await test.signedIn('seeker'), [{ content: sent }]));
    const stored = await pictureAt(file.url);
    const { exif, icc, orientation } = await sharp(stored).metadata();
    expect([exif, icc, orientation ?? 1]).toEqual([undefined, undefined, 1]);
    expect(stored.includes('SecretCamera')).toBe(false);
  });

  it('returns the same file for repeated uploads of a picture', async () => {
    const caller = await test.signedIn('seeker');
    const content = await picture('png', 60, 40, 7);
    const [one, other] = await Promise.all([upload(test, caller, [{ content }]), upload(test, caller, [{ content }])]);
    const third = await upload(test, caller, [{ content }]);
    expect(new Set([one, other, third].map((answer) => getStoredFile(answer)._id)).size).toBe(1);
    const foreign = getStoredFile(await upload(test, await test.signedIn('seeker'), [{ content }]));
    expect(foreign._id).not.toBe(getStoredFile(one)._id);
  });

  it.each([
    ['../../etc/passwd.png', 'passwd.webp'],
    ['Bild von mir – Zoë.JPG', 'Bild von mir – Zoë.webp'],
    ['C:\\me\\face.png', 'face.webp'],
    ['a\u202egnp.exe', 'agnp.webp'],
    ['<b>x|y.png', 'bxy.webp'],
    ['.png', 'picture.webp'],
    [`${'n'.repeat(300)}.png`, `${'n'.repeat(80)}.webp`],
  ])('renames %j to %j', async (name, shown) => {
    const content = await picture('png');
    expect(getStoredFile(await upload(test, await test.signedIn('seeker'), [{ name, content }])).name).toBe(shown);
  });

  it('accepts a picture of exactly the maximum size', async () => {
    const small = await picture('gif');
    // Decoders ignore bytes after the end of a GIF.
    const content = Buffer.concat([small, Buffer.alloc(AVATAR.maxBytes - small.length)]);
    expect((await upload(test, await test.signedIn('seeker'), [{ content }])).status).toBe(201);
  });
});
