/** @jest-environment node */
import { moduleSlug } from './module-slug.ts';

describe('the slug of a module (product 3.14)', () => {
  it.each([
    ['Payment Setup', 'payment-setup'],
    ['  React.js — Hooks!  ', 'reactjs-hooks'],
    ['Crème & Straße', 'creme-and-strasse'],
    ['snake_case -- and dashes', 'snake-case-and-dashes'],
    ['支払い', ''],
    ['支払い API v2', 'api-v2'],
  ])('of "%s" is "%s"', (title, slug) => {
    expect(moduleSlug(title)).toBe(slug);
  });
});
