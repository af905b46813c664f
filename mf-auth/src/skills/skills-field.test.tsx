import { ACCOUNT } from '@solvent/contracts';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { SkillsField } from './skills-field.tsx';

function Sample({ initial }: { initial: string[] }) {
  const [skills, setSkills] = useState(initial);
  return <SkillsField label="Areas of expertise" skills={skills} onChange={setSkills} />;
}

const open = (initial: string[] = []) => renderScreen(<Sample initial={initial} />);
const field = () => screen.getByRole('combobox', { name: 'Areas of expertise' });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const chips = () =>
  within(screen.getByRole('list', { name: 'Your skills' }))
    .getAllByRole('listitem')
    .map((chip) => chip.textContent);

describe('the skills entry (product 5.3)', () => {
  it('adds with Enter, trimmed, empties the field and counts', async () => {
    const { user } = open();
    await user.type(field(), '  Haskell {Enter}');
    expect(chips()).toEqual(['Haskell']);
    expect(field()).toHaveValue('');
    expect(field()).toHaveFocus();
    expect(screen.getByText('1 skill(s) added')).toBeVisible();
    await user.type(field(), 'Elm{Enter}');
    expect(screen.getByText('2 skill(s) added')).toBeVisible();
  });

  it('adds with the plus button', async () => {
    const { user } = open();
    await user.type(field(), 'Haskell');
    await user.click(screen.getByRole('button', { name: 'Add skill' }));
    expect(chips()).toEqual(['Haskell']);
    expect(field()).toHaveFocus();
  });

  it('adds neither nothing nor what is there, and says so', async () => {
    const { user } = open(['React']);
    await user.type(field(), '   {Enter}');
    await user.clear(field());
    await user.type(field(), 'react{Enter}');
    expect(chips()).toEqual(['React']);
    expect(screen.getByText('1 skill(s) added · react is in your list already')).toBeVisible();
  });

  it('lists five suggestions at most that are not chosen yet', async () => {
    const { user } = open(['JavaScript']);
    expect(field()).toHaveAttribute('aria-expanded', 'false');
    await user.type(field(), 'a');
    expect(field()).toHaveAttribute('aria-expanded', 'true');
    expect(options()).toHaveLength(5);
    expect(options()).not.toContain('JavaScript');
    await user.clear(field());
    await user.type(field(), 'sCripT');
    expect(options()).toEqual(['TypeScript']);
  });

  it('removes a skill and suggests it again', async () => {
    const { user } = open(['Rust', 'Go']);
    await user.click(screen.getByRole('button', { name: 'Remove Rust' }));
    expect(chips()).toEqual(['Go']);
    expect(field()).toHaveFocus();
    await user.type(field(), 'rus');
    expect(options()).toEqual(['Rust']);
  });

  it('takes no more than the rules allow, and says so', async () => {
    const many = Array.from({ length: ACCOUNT.skillsMax }, (_, index) => `Skill ${index}`);
    const { user } = open(many);
    await user.type(field(), 'Rust{Enter}');
    expect(chips()).toEqual(many);
    expect(screen.getByText('You can add up to 20 areas of expertise')).toBeVisible();
  });
});
