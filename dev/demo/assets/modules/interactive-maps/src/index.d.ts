/** Degrees. */
export interface Place {
  lat: number;
  lng: number;
}

export interface Point {
  x: number;
  y: number;
}

export function project(place: Place, zoom: number): Point;
export function unproject(point: Point, zoom: number): Place;
/** Metres. */
export function distance(from: Place, to: Place): number;

export interface Cluster<Marker extends Place> extends Place {
  count: number;
  places: Marker[];
}

export function cluster<Marker extends Place>(places: Marker[], zoom: number, radius?: number): Cluster<Marker>[];

export interface Tile {
  z: number;
  x: number;
  y: number;
  left: number;
  top: number;
}

export interface View {
  readonly center: Place;
  readonly zoom: number;
  tiles(): Tile[];
  place(where: Place): { left: number; top: number };
  move(x: number, y: number): View;
  key(name: string): View;
  fit(places: Place[], margin?: number): View;
}

export function createView(options: { width: number; height: number; center: Place; zoom: number }): View;
