/** @jest-environment node */
import { excludeChosen, findDuplicate, addTyped } from './chip-values.ts';

describe('addTyped', () => {
  it.each<[typed: string, values: string[]]>([
    ['  Rust ', ['React', 'Rust']],
    ['Rust, Go,,', ['React', 'Rust', 'Go']],
    ['react', ['React']],
    [' , ', ['React']],
    ['a,b,c,d', ['React', 'a', 'b']],
  ])('"%s" between commas gives %j', (typed, values) => {
    expect(addTyped(['React'], typed, 3, ',')).toEqual(values);
  });

  it('is one value where nothing separates', () => {
    expect(addTyped(['React'], ' C, C++ ', 3)).toEqual(['React', 'C, C++']);
  });

  it.each([[''], ['   '], ['React'], ['rEACT '], [' react']])('gives the same list for %j', (typed) => {
    const values = ['React'];
    expect(addTyped(values, typed, 5)).toBe(values);
  });
});

it('suggestions leave out what is chosen, whatever its case, and are five at most, in their order', () => {
  expect(excludeChosen(['a', 'B', 'c', 'd', 'e', 'f', 'g'], ['b'])).toEqual(['a', 'c', 'd', 'e', 'f']);
});

it('finds duplicates in any case', () => {
  expect(findDuplicate(['React'], ' react ')).toBe('react');
  expect(findDuplicate(['React'], 'Rea')).toBeNull();
  expect(findDuplicate([''], ' ')).toBeNull();
});
