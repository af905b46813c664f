import { SKILL_SUGGESTIONS_MAX, SUGGESTED_SKILLS } from '@solvent/contracts';
import { suggestSkills, withSkill } from './skill-list.ts';

describe('adding a skill (spec 5)', () => {
  it('trims it', () => expect(withSkill(['React'], '  Rust ')).toEqual(['React', 'Rust']));
  it.each([[''], ['   '], ['React'], ['rEACT '], [' react']])('changes nothing with %j', (skill) => {
    const skills = ['React'];
    expect(withSkill(skills, skill)).toBe(skills);
  });
});

describe('suggestions (spec 5)', () => {
  it('contain the text, whatever its case', () => expect(suggestSkills('SCRIPT', [])).toEqual(['JavaScript', 'TypeScript']));
  it('leave out what is chosen, whatever its case', () =>
    expect(suggestSkills('script', ['javascript'])).toEqual(['TypeScript']));
  it('are five at most, in the order of the list', () => {
    expect(SKILL_SUGGESTIONS_MAX).toBe(5);
    expect(suggestSkills('', [])).toEqual(SUGGESTED_SKILLS.slice(0, 5));
  });
  it('are none for what nobody thought of', () => expect(suggestSkills('COBOL', [])).toEqual([]));
});
