/** By the clocks of a zone, such as `2026-03-29T09:30`. */
export type WallTime = string;
/** Such as `2026-03-29`. */
export type Day = string;

export function instantOf(wall: WallTime, zone: string): Date;
export function wallTimeOf(instant: Date | number, zone: string): WallTime;

export interface Repeat {
  every: 'day' | 'week' | 'month';
  /** Every so many; 1 if absent. */
  interval?: number;
  /** Days of the week, 1 (Monday) to 7, of a weekly event. */
  on?: number[];
  until?: Day;
}

export interface CalendarEvent {
  start: WallTime;
  minutes: number;
  zone: string;
  repeat?: Repeat;
  except?: Day[];
}

export interface Occurrence {
  begins: Date;
  ends: Date;
  local: WallTime;
}

export function occurrences(event: CalendarEvent, from: Date, to: Date): Occurrence[];
export function monthGrid(year: number, month: number, firstDay?: number): { day: Day; inMonth: boolean }[][];
export function columnsOf<Event extends { begins: Date | number; ends: Date | number }>(
  events: Event[],
): (Event & { column: number; columns: number })[];
