import { SUGGESTED_SKILLS } from '@solvent/contracts';
import { suggestSkills } from './skills-field.tsx';

describe('suggested skills (product 5.3)', () => {
  it('contain the text, whatever its case', () => expect(suggestSkills(' SCRIPT ')).toEqual(['JavaScript', 'TypeScript']));
  it('are in the order of the list', () => expect(suggestSkills('')).toEqual(SUGGESTED_SKILLS));
  it('are none for what nobody thought of', () => expect(suggestSkills('COBOL')).toEqual([]));
});
