import { project, unproject } from './mercator.js';

/**
 * Puts markers together that would touch on the screen. Looks only at the neighbouring cells of a grid, so ten thousand
 * markers take milliseconds. A cluster stands in the middle of its markers.
 */
export function cluster(places, zoom, radius = 60) {
  const cells = new Map();
  const clusters = [];
  for (const place of places) {
    const { x, y } = project(place, zoom);
    const [column, row] = [Math.floor(x / radius), Math.floor(y / radius)];
    const found = near(cells, column, row).find((one) => Math.hypot(one.startX - x, one.startY - y) <= radius);
    if (found === undefined) {
      const made = { startX: x, startY: y, sumX: x, sumY: y, places: [place] };
      clusters.push(made);
      const key = `${column} ${row}`;
      cells.set(key, [...(cells.get(key) ?? []), made]);
    } else {
      found.sumX += x;
      found.sumY += y;
      found.places.push(place);
    }
  }
  return clusters.map(({ sumX, sumY, places: all }) => ({
    ...unproject({ x: sumX / all.length, y: sumY / all.length }, zoom),
    count: all.length,
    places: all,
  }));
}

function near(cells, column, row) {
  const steps = [-1, 0, 1];
  return steps.flatMap((right) => steps.flatMap((down) => cells.get(`${column + right} ${row + down}`) ?? []));
}
