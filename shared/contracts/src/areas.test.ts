/** @jest-environment node */
import { categoriesOf } from './index.ts';

describe('the categories that areas of expertise name', () => {
  it.each([
    [['DevOps'], ['devops']],
    [['machine learning'], ['ai-ml']],
    [
      ['Web Security', 'Frontend'],
      ['frontend', 'security'],
    ],
    [['Database design'], ['database']],
    [['Full Stack Development'], ['fullstack']],
    [['React', 'Go', 'Other'], []],
    [['Clouds'], []],
    [[], []],
  ])('%j: %j', (areas, categories) => {
    expect(categoriesOf(areas)).toEqual(categories);
  });
});
