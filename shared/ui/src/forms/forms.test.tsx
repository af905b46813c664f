import { jest } from '@jest/globals';
import { ApiError, NO_CONNECTION } from '@solvent/http';
import { screen, waitFor } from '@testing-library/react';
import * as yup from 'yup';
import { renderUi } from '../testing/render-ui.tsx';
import { toast } from '../toaster/toast.ts';
import { Toaster } from '../toaster/toaster.tsx';
import { CheckboxField } from './checkbox-field.tsx';
import { FormFailure } from './form-failure.tsx';
import { PasswordField } from './password-field.tsx';
import { SelectField } from './select-field.tsx';
import { TextAreaField, TextField } from './text-field.tsx';
import { useProductForm } from './use-product-form.ts';

describe('fields (product 10.12, 10.20)', () => {
  it('have their label as name and their hint as description; an error replaces the hint', () => {
    renderUi(
      <>
        <TextField label="Topic" help="A few words" />
        <TextAreaField label="Story" help="Some more words" />
        <TextField label="Name" help="As on your card" error="Name is required" />
        <TextAreaField label="Bio" help="About you" error="Bio is required" />
        <CheckboxField name="terms" checked={false} onChange={() => undefined} error="You must agree">
          I agree
        </CheckboxField>
      </>,
    );
    for (const [label, hint] of [
      ['Topic', 'A few words'],
      ['Story', 'Some more words'],
    ] as const) {
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(hint);
      expect(screen.getByLabelText(label)).toBeValid();
    }
    for (const [label, error] of [
      ['Name', 'Name is required'],
      ['Bio', 'Bio is required'],
      ['I agree', 'You must agree'],
    ] as const) {
      expect(screen.getByLabelText(label)).toBeInvalid();
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(error);
    }
    expect(screen.queryByText(/As on your card|About you/)).toBeNull();
  });

  it('a choice is one of its options, or none yet', async () => {
    const onChange = jest.fn();
    const field = { label: 'Reason', placeholder: 'Choose a reason', options: { spam: 'Spam', other: 'Something else' } };
    const { user } = renderUi(<SelectField {...field} defaultValue="" onChange={onChange} error="Choose one" required />);
    const select = screen.getByRole('combobox', { name: /^Reason/ });
    expect(select).toHaveAccessibleDescription('Choose one');
    expect(select).toHaveDisplayValue('Choose a reason');
    await user.selectOptions(select, 'Something else');
    expect(select).toHaveValue('other');
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it('a password is hidden until its button shows it', async () => {
    const { user } = renderUi(<PasswordField label="Password" defaultValue="secret" />);
    const field = screen.getByLabelText('Password');
    expect(field).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field).toHaveAttribute('type', 'text');
    expect(field).toHaveValue('secret');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(field).toHaveAttribute('type', 'password');
  });

  it('a checkbox is checked by a click on its text', async () => {
    const change = jest.fn();
    const box = (checked: boolean) => (
      <CheckboxField name="terms" checked={checked} onChange={change}>
        I agree
      </CheckboxField>
    );
    const { user, rerender } = renderUi(box(false));
    await user.click(screen.getByText('I agree'));
    expect(change.mock.calls).toEqual([[true]]);
    rerender(box(true));
    expect(screen.getByRole('checkbox', { name: 'I agree' })).toBeChecked();
    await user.click(screen.getByRole('checkbox'));
    expect(change).toHaveBeenLastCalledWith(false);
  });
});

describe('a form (product 5.1, 10.12)', () => {
  const rules = yup.object({
    name: yup.string().required('Name is required'),
    email: yup.string().required('Email is required'),
  });
  type Values = { name: string; email: string; note: string };
  const submit = jest.fn<(values: Values) => Promise<void>>();

  interface FormProps {
    isRepeating?: boolean;
    hasOwnToasts?: boolean;
  }

  function Form({ isRepeating = false, hasOwnToasts = false }: FormProps) {
    const initialValues = { name: '', email: '', note: '' };
    const form = useProductForm<Values>({
      initialValues,
      rules,
      onSubmit: submit,
      ...(hasOwnToasts ? {} : { failure: 'Failed to save. Please try again.' }),
    });
    return (
      <form {...form.formProps}>
        <TextField {...form.getFieldProps('name')} label="Name" />
        <TextField {...form.getFieldProps('email')} label="Email" />
        <TextAreaField {...form.getFieldProps('note')} label="Note" />
        {isRepeating ? <FormFailure text={form.failureText} /> : null}
        <button type="submit">Save</button>
        <button type="button" onClick={() => void form.checkFields('email')}>
          Check the email
        </button>
        <Toaster theme="light" />
      </form>
    );
  }

  const name = () => screen.getByLabelText('Name');
  const email = () => screen.getByLabelText('Email');
  const absent = (text: string) => waitFor(() => expect(screen.queryByText(text)).not.toBeInTheDocument());

  function open(props: FormProps = {}) {
    const { user } = renderUi(<Form {...props} />);
    const { type } = user;
    const fillIn = async () => {
      await type(name(), 'Ada');
      await type(email(), 'ada@example.com');
    };
    return { user, type, fillIn, save: () => user.click(screen.getByRole('button', { name: 'Save' })) };
  }

  beforeEach(() => submit.mockReset().mockResolvedValue());

  it('shows every error after a failed submit and focuses the first wrong field, once', async () => {
    const { save, type } = open();
    await save();
    expect(await screen.findByText('Name is required')).toBeVisible();
    expect(screen.getByText('Email is required')).toBeVisible();
    await waitFor(() => expect(name()).toHaveFocus());
    expect(submit).not.toHaveBeenCalled();
    await type(email(), 'ada@example.com');
    await absent('Email is required');
    expect(email()).toHaveFocus();
    expect(email()).toHaveValue('ada@example.com');
  });

  it('shows no error of a field that was not visited; some fields can be checked alone', async () => {
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'Check the email' }));
    expect(await screen.findByText('Email is required')).toBeVisible();
    expect(screen.queryByText('Name is required')).not.toBeInTheDocument();
    await waitFor(() => expect(email()).toHaveFocus());
    await user.click(name());
    await user.tab();
    expect(await screen.findByText('Name is required')).toBeVisible();
  });

  it("keeps the server's error under its field until that field changes or the form is sent again", async () => {
    submit.mockRejectedValueOnce({ errors: { email: 'This email is taken' } });
    const { user, fillIn, save, type } = open();
    await fillIn();
    await save();
    expect(await screen.findByText('This email is taken')).toBeVisible();
    expect(screen.queryByText('Failed to save. Please try again.')).not.toBeInTheDocument();
    await waitFor(() => expect(email()).toHaveFocus());
    await type(name(), ' Park');
    await user.tab();
    expect(screen.getByText('This email is taken')).toBeVisible();
    await type(email(), '.org');
    await absent('This email is taken');

    // An item's error is shown below its list.
    submit.mockRejectedValueOnce({ errors: { 'name[1]': 'A tag cannot contain a comma' } });
    await save();
    expect(await screen.findByText('A tag cannot contain a comma')).toBeVisible();
    await waitFor(() => expect(name()).toHaveFocus());
    await save();
    await waitFor(() => expect(submit).toHaveBeenCalledTimes(3));
    await absent('A tag cannot contain a comma');
  });

  it("shows the server's message or its own when no field is wrong, and keeps the values for another try (product 10.10)", async () => {
    submit
      .mockRejectedValueOnce(new ApiError(409, 'conflict', 'This bid has changed.'))
      .mockRejectedValueOnce(new Error('No.'))
      .mockRejectedValueOnce({ errors: {} });
    const { fillIn, save } = open();
    await fillIn();
    await save();
    expect(await screen.findByText('This bid has changed.')).toBeInTheDocument();
    await save();
    expect(await screen.findByText('Failed to save. Please try again.')).toBeInTheDocument();
    await save();
    await waitFor(() => expect(submit).toHaveBeenCalledTimes(3));
    expect(name()).toHaveValue('Ada');
    expect(email()).toHaveValue('ada@example.com');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
    await save();
    await waitFor(() => expect(submit).toHaveBeenCalledTimes(4));
  });

  it('repeats the toast of a failure, which alone is announced, until it is changed or sent again (product 8.25)', async () => {
    const { save, type, fillIn } = open({ isRepeating: true });
    await fillIn();
    const offline = `Failed to save. ${NO_CONNECTION}`;
    submit.mockRejectedValueOnce(new ApiError(0, 'network', 'Network Error'));
    await save();
    expect(await screen.findByText(offline)).toBeVisible();
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to save. Please try again.');
    expect(screen.getByText(offline).closest('[role="alert"], [aria-live]')).toBeNull();
    expect(screen.getByRole('button', { name: 'Save' })).not.toHaveAccessibleDescription();
    await type(name(), ' Lovelace');
    await absent(offline);

    submit.mockRejectedValueOnce(new ApiError(0, 'network', 'Network Error'));
    await save();
    expect(await screen.findByText(offline)).toBeVisible();
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1));
    await save();
    await absent(offline);
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  });

  it('repeats a toast that its action showed itself (product 8.25)', async () => {
    const { save, fillIn } = open({ isRepeating: true, hasOwnToasts: true });
    await fillIn();
    const error = new Error('2 files could not be uploaded');
    submit.mockImplementationOnce(async () => {
      toast.error(error.message, { cause: error });
      throw error;
    });
    await save();
    await waitFor(() => expect(screen.getAllByText(error.message)).toHaveLength(2));
  });

  it('is submitted once by Ctrl+Enter and by ⌘+Enter, also where Enter is a new line', async () => {
    let finish = () => {};
    submit.mockReturnValueOnce(new Promise((resolve) => (finish = resolve)));
    const { user, fillIn } = open();
    await fillIn();
    await user.type(screen.getByLabelText('Note'), 'One{Enter}two');
    expect(submit).not.toHaveBeenCalled();
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(submit).toHaveBeenCalledWith({ name: 'Ada', email: 'ada@example.com', note: 'One\ntwo' }));
    await user.keyboard('{Control>}{Enter}{/Control}');
    finish();
    await waitFor(() => expect(submit).toHaveBeenCalledTimes(1));
    await user.keyboard('{Meta>}{Enter}{/Meta}');
    await waitFor(() => expect(submit).toHaveBeenCalledTimes(2));
  });
});
