/** @jest-environment node */
import { deflateRawSync } from 'node:zlib';
import { buildZip } from '../../../testing/build-zip.ts';
import { readArchiveDetails } from './archive-details.ts';

type Zip = Parameters<typeof buildZip>;
const read = async (...zip: Zip) => readArchiveDetails(new Blob([await buildZip(...zip)]));
const readManifest = (manifest: unknown) => read({ 'package.json': JSON.stringify(manifest) });
const README = '# Chart Kit\n\nDraw a chart.';

describe('what an archive states about its module (product 2.70)', () => {
  it.each([0, 9])('is read from the files nearest to the top (level %s)', async (level) => {
    const manifest = {
      name: '@ada/chart-kit',
      description: 'Charts for admin pages.',
      keywords: ['API', 'charts', 7],
      dependencies: { next: '^15', 'left-pad': '*' },
      devDependencies: { typescript: '*' },
      engines: { node: '>=20' },
      license: 'GPL-3.0-or-later',
      repository: { type: 'git', url: 'git+https://github.com/ada/chart-kit.git' },
    };
    const texts = {
      'kit/node_modules/a/package.json': '{"name":"other"}',
      'kit/package.json': JSON.stringify(manifest),
      'kit/Readme.MD': README,
    };
    expect(await read(texts, { level })).toEqual({
      title: 'Chart Kit',
      description: 'Charts for admin pages.',
      techStack: ['Next.js', 'TypeScript', 'Node.js', 'API'],
      license: 'GPL-3.0',
      documentation: README,
      repositoryUrl: 'https://github.com/ada/chart-kit',
    });
  });

  it.each([
    ['Apache License\n                           Version 2.0, January 2004', 'Apache-2.0'],
    ['ISC License\n\nPermission to use, copy, modify, and/or distribute this software for', 'ISC'],
    ['Permission is hereby granted, free of charge, to any person', 'MIT'],
    ['Redistribution and use in source and binary forms …\n3. Neither the name of the', 'BSD-3-Clause'],
    ['Redistribution and use in source and binary forms', undefined],
    ['All rights reserved.', undefined],
  ])('has the license of the text %j: %s', async (text, license) => {
    expect((await read({ LICENSE: text })).license).toBe(license);
  });

  it.each([
    ['ada/kit', 'https://github.com/ada/kit'],
    ['github:ada/kit', 'https://github.com/ada/kit'],
    ['git@gitlab.com:ada/kit.git', 'https://gitlab.com/ada/kit'],
    ['ssh://git@host.example/ada/kit.git', 'https://host.example/ada/kit'],
    ['javascript:alert(1)', undefined],
  ])('has the repository %s: %s', async (repository, url) => {
    expect((await readManifest({ repository })).repositoryUrl).toBe(url);
  });

  it.each([
    ['no manifest', 'null'],
    ['broken JSON', '{"name": "kit"'],
    ['other types', '{"name":7,"description":[],"keywords":"react","dependencies":null,"license":{},"repository":[]}'],
    ['values that the form refuses', JSON.stringify({ name: 'ab', description: 'x'.repeat(501), license: 'UNLICENSED' })],
    ['a file of 10 MB', `{"name":"kit","x":"${'x'.repeat(10 * 1024 * 1024)}"}`],
  ])('is the README alone beside %s (product 5.28)', async (_what, text) => {
    expect(await read({ 'package.json': text, README })).toEqual({ documentation: README });
  });

  it('is text in UTF-8 or UTF-16, and nothing in other encodings', async () => {
    const utf16 = Buffer.from(`\uFEFF${README}`, 'utf16le');
    expect(await read({ 'README.md': utf16 })).toEqual({ documentation: README });
    expect(await read({ 'README.md': Buffer.from('Schön, dass du da bist.', 'latin1') })).toEqual({});
  });

  it('is nothing in a file that unpacks to more than the archive states', async () => {
    const packed = { passThrough: true, compressionMethod: 8, crc32: 0, uncompressedSize: 100 };
    const readPacked = (text: string) => read({ 'README.md': deflateRawSync(text) }, packed);
    expect(await readPacked('x'.repeat(100))).toHaveProperty('documentation');
    expect(await readPacked('x'.repeat(1024 * 1024))).toEqual({});
  });

  it('is nothing in an archive with a huge table of contents', async () => {
    const files = Array.from({ length: 40 }, (_, index) => [`${index}.txt`, ''] as const);
    const zip = read({ 'README.md': README, ...Object.fromEntries(files) }, { comment: 'x'.repeat(60_000) });
    await expect(zip).rejects.toThrow('The archive has too many files.');
  });

  it('is nothing in a broken archive', async () => {
    const zip = await buildZip({ 'README.md': README });
    const cut = (start: number, end?: number) => readArchiveDetails(new Blob([zip.slice(start, end)]));
    await expect(cut(0, -10)).rejects.toThrow(Error);
    await expect(cut(20).catch(() => ({}))).resolves.toEqual({});
    await expect(readArchiveDetails(new Blob(['PK']))).rejects.toThrow(Error);
  });
});
