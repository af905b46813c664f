import { pagesAround } from './page-links.tsx';

describe('the pages to offer', () => {
  it.each([
    [1, 2, [1, 2]],
    [1, 5, [1, 2, 5]],
    [3, 5, [1, 2, 3, 4, 5]],
    [50, 100, [1, 49, 50, 51, 100]],
    [100, 100, [1, 99, 100]],
  ])('on page %i of %i: %j', (page, totalPages, offered) => {
    expect(pagesAround(page, totalPages)).toEqual(offered);
  });
});
