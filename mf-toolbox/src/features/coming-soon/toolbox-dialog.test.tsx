import { jest } from '@jest/globals';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, within } from '@testing-library/react';
import { Component } from './toolbox-dialog.tsx';

describe('the Developer Toolbox dialog (product 1.5)', () => {
  it('says that the library is Coming Soon and opens soon', async () => {
    renderScreen(<Component open onClose={() => {}} />);
    const dialog = await screen.findByRole('dialog', { name: 'Developer Toolbox' });
    expect(within(dialog).getByText('Coming Soon')).toBeVisible();
    expect(dialog).toHaveTextContent('A library of pre-built plug-and-play code modules.');
    expect(dialog).toHaveTextContent('The Toolbox opens soon.');
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(3);
  });

  it('has no action but to close', async () => {
    const close = jest.fn();
    const { user } = renderScreen(<Component open onClose={close} />);
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).queryByRole('link')).toBeNull();
    expect(within(dialog).getAllByRole('button')).toHaveLength(1);
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(close).toHaveBeenCalled();
  });

  it('is not there while closed', () => {
    renderScreen(<Component open={false} onClose={() => {}} />);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
