import { Link, useLocation } from '@solvent/router';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { renderRoute, renderUi } from '../testing/render-ui.tsx';
import { Tabs } from './tabs.tsx';

const NAMES = ['Open', 'Solved', 'Closed'];
const selected = () => screen.getByRole('tab', { selected: true });

function StateTabs() {
  const [value, setValue] = useState('Open');
  return (
    <Tabs.Root value={value} onValueChange={setValue}>
      <Tabs.List label="Problems by status">
        {NAMES.map((name) => (
          <Tabs.Trigger key={name} value={name}>
            {name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {NAMES.map((name) => (
        <Tabs.Content key={name} value={name}>
          Problems: {name}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

it('selects a tab by a click, arrow keys, Home and End, and shows its panel alone', async () => {
  const { user } = renderUi(<StateTabs />);
  expect(screen.getByRole('tablist', { name: 'Problems by status' })).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Solved' }));
  for (const [key, name] of [
    ['ArrowRight', 'Closed'],
    ['ArrowRight', 'Open'],
    ['ArrowLeft', 'Closed'],
    ['Home', 'Open'],
    ['End', 'Closed'],
  ]) {
    await user.keyboard(`{${key}}`);
    expect(screen.getByRole('tab', { name, selected: true })).toHaveFocus();
    expect(screen.getByRole('tabpanel', { name })).toHaveTextContent(`Problems: ${name}`);
    expect(selected()).toHaveAttribute('aria-controls', screen.getByRole('tabpanel').id);
  }
  await user.tab({ shift: true });
  expect(document.body).toHaveFocus();
});

it('follows the address if its tabs are links, also by keys', async () => {
  function AddressTabs() {
    const { hash } = useLocation();
    return (
      <Tabs.Root value={hash || '#Open'}>
        <Tabs.List label="Problems by status">
          {NAMES.map((name) => (
            <Tabs.Trigger key={name} value={`#${name}`} asChild>
              <Link to={`#${name}`} replace>
                {name}
              </Link>
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value={hash || '#Open'}>Problems</Tabs.Content>
      </Tabs.Root>
    );
  }
  const { user, router } = renderRoute(<AddressTabs />);
  const tab = screen.getByRole('tab', { name: 'Solved' });
  expect(tab).toHaveAttribute('href', '/#Solved');
  expect(tab).not.toHaveAttribute('type');
  await user.click(tab);
  await user.keyboard('{ArrowRight}');
  expect(router.state.location.hash).toBe('#Closed');
  expect(screen.getByRole('tab', { name: 'Closed', selected: true })).toHaveFocus();
});
