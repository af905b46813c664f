import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkPage, headOf, sitemapsOf } from './src/index.js';

const page = { title: 'Throws & <rugs>', description: 'Woven in Lagos.', url: 'https://loom.example/throws?a=1&b=2' };

test('texts are escaped, and structured data cannot end its script', () => {
  const head = headOf({ ...page, data: { '@type': 'Product', name: '</script><script>alert(1)' } });
  assert.match(head, /<title>Throws &amp; &lt;rugs&gt;<\/title>/);
  assert.match(head, /href="https:\/\/loom.example\/throws\?a=1&amp;b=2"/);
  assert.equal(head.match(/<\/script>/g).length, 1);
});

test('what is not given is left out, and half an address is refused', () => {
  assert.doesNotMatch(headOf(page), /og:image|undefined/);
  assert.throws(() => headOf({ ...page, url: '/throws' }), TypeError);
});

test('a page with all of it has nothing to say', () => {
  assert.deepEqual(
    checkPage(`<html lang="en"><head>${headOf(page)}</head><body><h1>Throws</h1><img src="a" alt=""></body></html>`),
    [],
  );
});

test('what is missing is said', () => {
  const found = checkPage('<html><h1>a</h1><h1>b</h1><img src="a"></html>');
  assert.equal(found.length, 6);
  assert.ok(found.includes('1 pictures have no alt text'));
});

test('a sitemap of more than 50,000 pages is several files and an index', () => {
  const pages = Array.from({ length: 50_001 }, (_, index) => ({ url: `https://loom.example/${index}` }));
  const files = sitemapsOf(pages, 'https://loom.example');
  assert.deepEqual(Object.keys(files), ['sitemap.xml', 'sitemap-1.xml', 'sitemap-2.xml']);
  assert.equal(files['sitemap-2.xml'].match(/<url>/g).length, 1);
});
