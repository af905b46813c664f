import { renderScreen } from '@solvent/testing/render-screen';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { ChipGroup, ToggleChip } from './toggles.tsx';

function Fruit() {
  const [chosen, choose] = useState('Fig');
  return (
    <>
      <ChipGroup aria-label="Fruit">
        {['Apple', 'Fig', 'Kiwi'].map((name) => (
          <ToggleChip key={name} pressed={name === chosen} onClick={() => choose(name)}>
            {name}
          </ToggleChip>
        ))}
      </ChipGroup>
      <button type="button">After</button>
    </>
  );
}

const chip = (name: string) => screen.getByRole('button', { name });

describe('a group of chips (product 10.26)', () => {
  it('is one stop of the Tab key: the chip that is on, then the one that had the focus', async () => {
    const { user } = renderScreen(<Fruit />);
    await user.tab();
    expect(chip('Fig')).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(chip('Kiwi')).toHaveFocus();
    await user.tab();
    expect(chip('After')).toHaveFocus();
    await user.tab({ shift: true });
    expect(chip('Kiwi')).toHaveFocus();
  });

  it('is walked with the arrows, round and round, Home and End', async () => {
    const { user } = renderScreen(<Fruit />);
    await user.tab();
    for (const [key, name] of [
      ['ArrowDown', 'Kiwi'],
      ['ArrowRight', 'Apple'],
      ['ArrowLeft', 'Kiwi'],
      ['Home', 'Apple'],
      ['End', 'Kiwi'],
    ] as const) {
      await user.keyboard(`{${key}}`);
      expect(chip(name)).toHaveFocus();
    }
    await user.keyboard(' ');
    expect(chip('Kiwi')).toHaveAttribute('aria-pressed', 'true');
  });
});
