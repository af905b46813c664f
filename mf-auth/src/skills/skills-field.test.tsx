import { ACCOUNT } from '@solvent/contracts';
import { renderScreen } from '@solvent/testing';
import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { SkillsField } from './skills-field.tsx';

function Sample({ initial }: { initial: string[] }) {
  const [skills, setSkills] = useState(initial);
  return (
    <form aria-label="Sample" onSubmit={() => setSkills(['the form was sent'])}>
      <SkillsField label="Areas of expertise" skills={skills} onChange={setSkills} />
      <button type="submit">Send</button>
    </form>
  );
}

const open = (initial: string[] = []) => renderScreen(<Sample initial={initial} />);
const field = () => screen.getByRole('combobox', { name: 'Areas of expertise' });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const chips = () =>
  within(screen.getByRole('list', { name: 'Your skills' }))
    .getAllByRole('listitem')
    .map((chip) => chip.textContent);

describe('the skills entry (spec 5)', () => {
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

  it('takes a suggestion with a click', async () => {
    const { user } = open();
    await user.type(field(), 'post');
    await user.click(screen.getByRole('option', { name: 'PostgreSQL' }));
    expect(chips()).toEqual(['PostgreSQL']);
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(field()).toHaveFocus();
  });

  it('walks the suggestions with the arrows, round and round, and takes one with Enter', async () => {
    const { user } = open();
    await user.type(field(), 'script{ArrowDown}');
    const [first, second] = screen.getAllByRole('option');
    expect(field()).toHaveAttribute('aria-activedescendant', first?.id);
    expect(first).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{ArrowUp}');
    expect(field()).toHaveAttribute('aria-activedescendant', second?.id);
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(chips()).toEqual(['TypeScript']);
  });

  it('opens the list with an arrow before anything is typed', async () => {
    const { user } = open();
    field().focus();
    await user.keyboard('{ArrowDown}');
    expect(options()).toHaveLength(5);
  });

  it('closes the list with Escape, and keeps that key from a dialog around it', async () => {
    const { user } = open();
    const heard: string[] = [];
    const listen = (event: KeyboardEvent) => heard.push(event.key);
    document.addEventListener('keydown', listen, true);
    await user.type(field(), 'rust');
    heard.length = 0;
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(heard).toEqual([]);
    await user.keyboard('{Escape}');
    expect(heard).toEqual(['Escape']);
    document.removeEventListener('keydown', listen, true);
  });

  it('closes the list when the person leaves', async () => {
    const { user } = open();
    await user.type(field(), 'rust');
    await user.click(screen.getByRole('status', { name: 'Address' }));
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });

  it('does not send the form with Enter', async () => {
    const { user } = open(['React']);
    await user.type(field(), '{Enter}');
    expect(chips()).toEqual(['React']);
  });

  it('leaves Enter to an input method that is composing', async () => {
    open();
    fireEvent.change(field(), { target: { value: 'にほん' } });
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
    expect(screen.queryByRole('list', { name: 'Your skills' })).not.toBeInTheDocument();
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
