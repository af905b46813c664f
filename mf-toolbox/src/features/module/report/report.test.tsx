import { jest } from '@jest/globals';
import { MODULE_REPORT_REASONS } from '@solvent/contracts';
import { NETWORK_FAILURE } from '@solvent/testing/fake-api';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { openModule, title } from '../../../testing/open-module.tsx';

let opened: ReturnType<typeof openModule>;
async function open(answer: () => object = () => ({})) {
  opened = openModule({ routes: { 'POST /modules/:id/reports': answer } });
  await title();
  await press();
  return opened;
}
const press = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Report an Issue' }));
  await screen.findByRole('dialog', { name: 'Report an Issue' });
};
const dialog = () => within(screen.getByRole('dialog', { name: 'Report an Issue' }));
const submit = () => dialog().getByRole('button', { name: 'Submit Report' });

afterEach(() => opened.api.restore());

describe('the report dialog (product 2.34 and 4.20)', () => {
  it('has the five reasons', async () => {
    await open();
    const values = dialog()
      .getAllByRole('option')
      .map((option) => option.getAttribute('value'));
    expect(values).toEqual(['', ...MODULE_REPORT_REASONS]);
  });

  it('sends what was said, thanks for three seconds, goes, and forgets the reason', async () => {
    const { user, sent } = await open();
    await user.selectOptions(dialog().getByRole('combobox', { name: 'Reason' }), 'security');
    await user.type(dialog().getByRole('textbox', { name: 'Description' }), ' Old library. ');
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    try {
      fireEvent.click(submit());
      await act(() => jest.advanceTimersByTimeAsync(10));
      expect(dialog().getByText('Thank you for your report')).toBeVisible();
      expect(dialog().getByText("We've received your feedback and will review it shortly.")).toBeVisible();
      await act(() => jest.advanceTimersByTimeAsync(2900));
      expect(screen.queryByText('Thank you for your report')).not.toBeNull();
      await act(() => jest.advanceTimersByTimeAsync(200));
      expect(screen.queryByText('Thank you for your report')).toBeNull();
    } finally {
      jest.useRealTimers();
    }
    expect(sent('POST')).toMatchObject([
      { path: '/modules/m1/reports', body: { reason: 'security', description: 'Old library.' } },
    ]);
    await press();
    expect(dialog().getByRole('combobox', { name: 'Reason' })).toHaveValue('');
  });

  it('may be sent empty (product 5.14)', async () => {
    const { user, sent } = await open();
    await user.click(submit());
    expect(await screen.findByText('Thank you for your report')).toBeVisible();
    expect(sent('POST')[0]?.body).toEqual({});
  });

  it('keeps what was written when it did not arrive, and thanks for nothing', async () => {
    const { user } = await open(() => NETWORK_FAILURE);
    await user.type(dialog().getByRole('textbox', { name: 'Description' }), 'It fails.');
    await user.click(submit());
    expect(await screen.findByText('The report could not be sent. Please try again.')).toBeVisible();
    expect(dialog().getByRole('textbox', { name: 'Description' })).toHaveValue('It fails.');
    expect(screen.queryByText('Thank you for your report')).toBeNull();
  });
});
