/** Side of a tile (px). */
export const TILE = 256;
/** Web Mercator ends here: further north or south the map would be infinitely high. */
const MAX_LATITUDE = 85.05112878;
const EARTH_RADIUS_METRES = 6_371_008.8;
const radians = (degrees) => (degrees * Math.PI) / 180;

/** Where a place lies on the world's map at a zoom (px from its north-western corner). */
export function project({ lat, lng }, zoom) {
  const size = TILE * 2 ** zoom;
  const sine = Math.sin(radians(Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat))));
  return { x: size * (lng / 360 + 0.5), y: size * (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) };
}

/** The place at a point of the world's map: the other way round. */
export function unproject({ x, y }, zoom) {
  const size = TILE * 2 ** zoom;
  const lat = (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / size))) * 180) / Math.PI;
  return { lat, lng: (x / size - 0.5) * 360 };
}

/** Metres between two places, as the crow flies. */
export function distance(from, to) {
  const dLat = radians(to.lat - from.lat);
  const dLng = radians(to.lng - from.lng);
  const half = Math.sin(dLat / 2) ** 2 + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(dLng / 2) ** 2;
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(half)));
}
