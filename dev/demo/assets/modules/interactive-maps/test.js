import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cluster, createView, distance, project, unproject } from './src/index.js';

const BERLIN = { lat: 52.52, lng: 13.405 };
const PARIS = { lat: 48.8566, lng: 2.3522 };

test('a place comes back from the map', () => {
  const { lat, lng } = unproject(project(BERLIN, 12), 12);
  assert.ok(Math.abs(lat - BERLIN.lat) < 1e-9 && Math.abs(lng - BERLIN.lng) < 1e-9);
});

test('Berlin is 877 km from Paris', () => {
  assert.equal(Math.round(distance(BERLIN, PARIS) / 1000), 877);
});

test('markers that touch are one, and part when one comes closer', () => {
  const near = { lat: 52.53, lng: 13.41 };
  assert.deepEqual(
    cluster([BERLIN, near, PARIS], 5).map(({ count }) => count),
    [2, 1],
  );
  assert.equal(cluster([BERLIN, near, PARIS], 16).length, 3);
});

test('ten thousand markers are all in some cluster', () => {
  const places = Array.from({ length: 10_000 }, (_, index) => ({ lat: (index % 140) - 70, lng: (index % 360) - 180 }));
  assert.equal(
    cluster(places, 3).reduce((sum, { count }) => sum + count, 0),
    10_000,
  );
});

test('tiles cover the view, beyond the date line too', () => {
  const tiles = createView({ width: 512, height: 256, center: { lat: 0, lng: 180 }, zoom: 3 }).tiles();
  assert.ok(Math.min(...tiles.map(({ left }) => left)) <= 0);
  assert.ok(Math.max(...tiles.map(({ left }) => left)) + 256 >= 512);
  assert.ok(tiles.every(({ x }) => x >= 0 && x < 8));
});

test('keys move and zoom, and zoom ends', () => {
  const view = createView({ width: 400, height: 300, center: BERLIN, zoom: 10 });
  assert.ok(view.key('ArrowRight').center.lng > BERLIN.lng);
  assert.ok(view.key('ArrowUp').center.lat > BERLIN.lat);
  assert.equal(view.key('+').zoom, 11);
  assert.equal(createView({ width: 9, height: 9, center: BERLIN, zoom: 0 }).key('-').zoom, 0);
  assert.equal(view.key('q'), view);
});

test('what is fitted is inside', () => {
  const view = createView({ width: 400, height: 300, center: BERLIN, zoom: 1 }).fit([BERLIN, PARIS]);
  for (const { left, top } of [view.place(BERLIN), view.place(PARIS)])
    assert.ok(left >= 40 && left <= 360 && top >= 40 && top <= 260);
});
