import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { UiProvider } from '../ui-provider.tsx';
import { CheckboxField } from './checkbox-field.tsx';
import { PasswordField } from './password-field.tsx';
import { SelectField } from './select-field.tsx';
import { TextAreaField, TextField } from './text-field.tsx';

function renderField(field: ReactElement) {
  const wrap = (element: ReactElement) => <UiProvider>{element}</UiProvider>;
  const { rerender } = render(wrap(field));
  return { user: userEvent.setup(), show: (next: ReactElement) => rerender(wrap(next)) };
}

describe.each([
  ['a line of text', TextField],
  ['text of several lines', TextAreaField],
] as const)('%s', (_name, Field) => {
  it('is named by its label and described by its hint', () => {
    renderField(<Field label="Topic" help="A few words" />);
    const field = screen.getByRole('textbox', { name: 'Topic' });
    expect(field).toHaveAccessibleDescription('A few words');
    expect(field).toBeValid();
  });

  it('has its message in place of the hint, and invalid', () => {
    renderField(<Field label="Topic" help="A few words" error="Topic is required" />);
    const field = screen.getByRole('textbox', { name: 'Topic' });
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleErrorMessage('Topic is required');
    expect(screen.queryByText('A few words')).toBeNull();
  });

  it('takes what is typed', async () => {
    const typed = jest.fn();
    const { user } = renderField(
      <Field label="Topic" onChange={(event: { target: { value: string } }) => typed(event.target.value)} />,
    );
    await user.type(screen.getByRole('textbox', { name: 'Topic' }), 'Hi');
    expect(typed.mock.calls).toEqual([['H'], ['Hi']]);
  });
});

describe('a choice', () => {
  it('is one of its options, or none yet', async () => {
    const onChange = jest.fn();
    const field = { label: 'Reason', placeholder: 'Choose a reason', options: { spam: 'Spam', other: 'Something else' } };
    const { user } = renderField(<SelectField {...field} defaultValue="" onChange={onChange} error="Choose one" required />);
    const select = screen.getByRole('combobox', { name: /^Reason/ });
    expect(select).toHaveAccessibleErrorMessage('Choose one');
    expect(select).toHaveDisplayValue('Choose a reason');
    await user.selectOptions(select, 'Something else');
    expect(select).toHaveValue('other');
    expect(onChange).toHaveBeenCalledTimes(1);
  });
});

describe('a password', () => {
  it('is hidden until the person asks to see it', async () => {
    const { user } = renderField(<PasswordField label="Password" defaultValue="secret" />);
    const field = screen.getByLabelText('Password');
    expect(field).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field).toHaveAttribute('type', 'text');
    expect(field).toHaveValue('secret');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(field).toHaveAttribute('type', 'password');
  });
});

describe('a box to tick', () => {
  it('is ticked by its text, and says so', async () => {
    const change = jest.fn();
    const { user, show } = renderField(
      <CheckboxField name="terms" checked={false} onChange={change}>
        I agree
      </CheckboxField>,
    );
    await user.click(screen.getByText('I agree'));
    expect(change.mock.calls).toEqual([[true]]);
    show(
      <CheckboxField name="terms" checked onChange={change}>
        I agree
      </CheckboxField>,
    );
    expect(screen.getByRole('checkbox', { name: 'I agree' })).toBeChecked();
    await user.click(screen.getByRole('checkbox'));
    expect(change).toHaveBeenLastCalledWith(false);
  });

  it('is invalid with its message', () => {
    renderField(
      <CheckboxField name="terms" checked={false} onChange={() => undefined} error="You must agree">
        I agree
      </CheckboxField>,
    );
    expect(screen.getByRole('checkbox')).toBeInvalid();
    expect(screen.getByRole('checkbox')).toHaveAccessibleErrorMessage('You must agree');
  });
});
