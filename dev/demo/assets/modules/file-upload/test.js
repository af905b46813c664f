import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReceiver, createUpload, kindOf } from './src/index.js';

const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(10_000, 'x')]);
const file = new Blob([content]);
const receiver = () => createReceiver({ maxBytes: 100_000, kinds: ['application/pdf'] });

test('the content says what a file is', () => {
  assert.equal(kindOf(content), 'application/pdf');
  assert.equal(kindOf(Buffer.from('PK\u0003\u0004')), 'application/zip');
  assert.equal(kindOf(Buffer.from('<html>')), undefined);
});

test('a file arrives whole, and progress never goes back', async () => {
  const server = receiver();
  const seen = [];
  const upload = createUpload({ file, name: 'a.pdf', server, partBytes: 1000, onProgress: (sent) => seen.push(sent) });
  assert.equal(await upload.start(), true);
  assert.ok(server.take(upload.id).equals(content));
  assert.deepEqual(
    seen,
    seen.toSorted((a, b) => a - b),
  );
  assert.equal(seen.at(-1), content.length);
});

test('it is paused, and resumed by another page', async () => {
  const server = receiver();
  const first = createUpload({
    file,
    name: 'a.pdf',
    server,
    partBytes: 1000,
    onProgress: (sent) => sent >= 3000 && first.pause(),
  });
  assert.equal(await first.start(), false);
  assert.throws(() => server.take(first.id), /not complete/);
  const second = createUpload({ file, name: 'a.pdf', server, id: first.id });
  assert.equal(await second.start(), true);
  assert.ok(server.take(first.id).equals(content));
});

test('a lost answer sends nothing twice', async () => {
  const server = receiver();
  let calls = 0;
  const put = async (...part) => {
    const received = await server.put(...part);
    calls += 1;
    if (calls % 2 === 1) throw new Error('The network is gone');
    return received;
  };
  const upload = createUpload({ file, name: 'a.pdf', server: { ...server, put }, partBytes: 4000 });
  assert.equal(await upload.start(), true);
  assert.ok(server.take(upload.id).equals(content));
});

test('what is too large, empty or of another kind is refused', async () => {
  const server = receiver();
  await assert.rejects(server.begin({ name: 'a.pdf', size: 100_001 }), /larger/);
  await assert.rejects(server.begin({ name: 'a.pdf', size: 0 }), /empty/);
  const page = createUpload({ file: new Blob(['<html>']), name: 'a.pdf', server });
  await assert.rejects(page.start(), /not allowed/);
});
