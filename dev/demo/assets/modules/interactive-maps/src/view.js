import { TILE, project, unproject } from './mercator.js';

const MAX_ZOOM = 19;
const STEP = 80;
const MOVES = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };
const ZOOMS = { '+': 1, '=': 1, '-': -1 };

/**
 * What a map of `width` × `height` px shows. Nothing is drawn here: `tiles()` says which pictures go where, `place()` where
 * a marker goes, and `key()` moves it by the keyboard. Each change gives a new view.
 */
export function createView({ width, height, center, zoom }) {
  const level = Math.max(0, Math.min(MAX_ZOOM, zoom));
  const middle = project(center, level);
  const [left, top] = [middle.x - width / 2, middle.y - height / 2];
  const moved = (x, y) =>
    createView({ width, height, zoom: level, center: unproject({ x: middle.x + x, y: middle.y + y }, level) });

  return {
    center,
    zoom: level,

    /** The tiles that cover the view, with their places in it (px). The world goes on in the east and in the west. */
    tiles() {
      const side = 2 ** level;
      const found = [];
      for (let y = Math.max(0, Math.floor(top / TILE)); y <= Math.min(side - 1, Math.floor((top + height - 1) / TILE)); y += 1)
        for (let x = Math.floor(left / TILE); x <= Math.floor((left + width - 1) / TILE); x += 1)
          found.push({ z: level, x: ((x % side) + side) % side, y, left: x * TILE - left, top: y * TILE - top });
      return found;
    },

    /** Where a place is in the view (px from its corner). */
    place(where) {
      const { x, y } = project(where, level);
      return { left: x - left, top: y - top };
    },

    move: moved,

    /** The view after a key: arrows move, plus and minus zoom; the same view for other keys. */
    key(name) {
      const [x, y] = MOVES[name] ?? [];
      if (x !== undefined) return moved(x, y);
      return name in ZOOMS ? createView({ width, height, center, zoom: level + ZOOMS[name] }) : this;
    },

    /** The closest view that shows all of these places, with room at the edges. */
    fit(places, margin = 40) {
      for (let closer = MAX_ZOOM; closer >= 0; closer -= 1) {
        const points = places.map((where) => project(where, closer));
        const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
        const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
        const fits = east - west <= width - 2 * margin && south - north <= height - 2 * margin;
        const between = { x: (west + east) / 2, y: (north + south) / 2 };
        if (fits || closer === 0) return createView({ width, height, zoom: closer, center: unproject(between, closer) });
      }
      return this;
    },
  };
}
