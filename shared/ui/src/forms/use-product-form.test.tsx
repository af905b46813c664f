import { jest } from '@jest/globals';
import { ApiError } from '@solvent/http';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as yup from 'yup';
import { Toaster } from '../toaster/toaster.tsx';
import { UiProvider } from '../ui-provider.tsx';
import { TextAreaField, TextField } from './text-field.tsx';
import { useProductForm } from './use-product-form.ts';

const rules = yup.object({ name: yup.string().required('Name is required'), email: yup.string().required('Email is required') });

type Values = { name: string; email: string; note: string };

function Sample({ onSubmit }: { onSubmit: (values: Values) => Promise<void> }) {
  const initialValues = { name: '', email: '', note: '' };
  const form = useProductForm<Values>({ initialValues, rules, onSubmit, failure: 'Failed to save. Please try again.' });
  return (
    <form {...form.formProps}>
      <TextField {...form.fieldOf('name')} label="Name" />
      <TextField {...form.fieldOf('email')} label="Email" />
      <TextAreaField {...form.fieldOf('note')} label="Note" />
      <button type="submit">Save</button>
      <button type="button" onClick={() => void form.checkFields('email')}>
        Check the email
      </button>
    </form>
  );
}

function renderSample() {
  render(
    <UiProvider>
      <Sample onSubmit={sent} />
      <Toaster theme="light" />
    </UiProvider>,
  );
  return userEvent.setup();
}

const sent = jest.fn<(values: Values) => Promise<void>>();
const name = () => screen.getByLabelText('Name');
const email = () => screen.getByLabelText('Email');
const save = () => screen.getByRole('button', { name: 'Save' });

describe('useProductForm', () => {
  beforeEach(() => sent.mockReset().mockResolvedValue());

  it('shows every message after a failed submit and focuses the first wrong field', async () => {
    const user = renderSample();
    await user.click(save());
    expect(await screen.findByText('Name is required')).toBeVisible();
    expect(screen.getByText('Email is required')).toBeVisible();
    await waitFor(() => expect(name()).toHaveFocus());
    expect(sent).not.toHaveBeenCalled();
  });

  it('leaves the focus alone while a person mends another field', async () => {
    const user = renderSample();
    await user.click(save());
    await waitFor(() => expect(name()).toHaveFocus());
    await user.type(email(), 'ada@example.com');
    await waitFor(() => expect(screen.queryByText('Email is required')).not.toBeInTheDocument());
    expect(email()).toHaveFocus();
    expect(email()).toHaveValue('ada@example.com');
  });

  it("keeps the server's message under a field until that field changes", async () => {
    sent.mockRejectedValueOnce({ errors: { email: 'This email is taken' } });
    const user = renderSample();
    await user.type(name(), 'Ada');
    await user.type(email(), 'ada@example.com');
    await user.click(save());
    expect(await screen.findByText('This email is taken')).toBeVisible();
    await waitFor(() => expect(email()).toHaveFocus());
    await user.type(name(), ' Park');
    await user.tab();
    expect(screen.getByText('This email is taken')).toBeVisible();
    await user.type(email(), '.org');
    await waitFor(() => expect(screen.queryByText('This email is taken')).not.toBeInTheDocument());
  });

  it('asks the server again about what it refused', async () => {
    sent.mockRejectedValueOnce({ errors: { email: 'Try later' } });
    const user = renderSample();
    await user.type(name(), 'Ada');
    await user.type(email(), 'ada@example.com');
    await user.click(save());
    await screen.findByText('Try later');
    await user.click(save());
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
    expect(screen.queryByText('Try later')).not.toBeInTheDocument();
  });

  it('submits once with Ctrl+Enter, however often it is pressed', async () => {
    let finish = () => {};
    sent.mockReturnValue(new Promise((resolve) => (finish = resolve)));
    const user = renderSample();
    await user.type(name(), 'Ada');
    await user.type(email(), 'ada@example.com');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(sent).toHaveBeenCalledWith({ name: 'Ada', email: 'ada@example.com', note: '' }));
    await user.keyboard('{Control>}{Enter}{/Control}');
    finish();
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
  });

  it("tells of a failure that is none of a field's: the server's sentence, or its own", async () => {
    sent.mockRejectedValueOnce(new ApiError(409, 'conflict', 'Somebody was faster.')).mockRejectedValueOnce(new Error('No.'));
    const user = renderSample();
    await user.type(name(), 'Ada');
    await user.type(email(), 'ada@example.com');
    await user.click(save());
    expect(await screen.findByText('Somebody was faster.')).toBeInTheDocument();
    await user.click(save());
    expect(await screen.findByText('Failed to save. Please try again.')).toBeInTheDocument();
  });

  it('leaves a message beside its field alone', async () => {
    sent.mockRejectedValueOnce({ errors: { email: 'This email is taken' } });
    const user = renderSample();
    await user.type(name(), 'Ada');
    await user.type(email(), 'ada@example.com');
    await user.click(save());
    expect(await screen.findByText('This email is taken')).toBeVisible();
    expect(screen.queryByText('Failed to save. Please try again.')).not.toBeInTheDocument();
  });

  it('checks some of the fields and focuses the wrong one', async () => {
    const user = renderSample();
    await user.click(screen.getByRole('button', { name: 'Check the email' }));
    expect(await screen.findByText('Email is required')).toBeVisible();
    expect(screen.queryByText('Name is required')).not.toBeInTheDocument();
    await waitFor(() => expect(email()).toHaveFocus());
  });

  it.each(['Control', 'Meta'])('submits with %s+Enter from where Enter alone is a new line', async (key) => {
    const user = renderSample();
    await user.type(name(), 'Ada');
    await user.type(email(), 'ada@example.com');
    await user.type(screen.getByLabelText('Note'), 'One{Enter}two');
    expect(sent).not.toHaveBeenCalled();
    await user.keyboard(`{${key}>}{Enter}{/${key}}`);
    await waitFor(() => expect(sent).toHaveBeenCalledWith(expect.objectContaining({ note: 'One\ntwo' })));
  });

  it('says nothing about a field where the person has not been', async () => {
    const user = renderSample();
    await user.click(name());
    await user.tab();
    expect(await screen.findByText('Name is required')).toBeVisible();
    expect(screen.queryByText('Email is required')).not.toBeInTheDocument();
  });

  it.each<[what: string, failure: unknown]>([
    ['a failure without field errors', new Error('Network Error')],
    ['a failure with none', { errors: {} }],
  ])('keeps what was typed, and can be sent again, after %s', async (_what, failure) => {
    sent.mockRejectedValueOnce(failure);
    const user = renderSample();
    await user.type(name(), 'Ada');
    await user.type(email(), 'ada@example.com');
    await user.click(save());
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
    expect(name()).toHaveValue('Ada');
    expect(email()).toHaveValue('ada@example.com');
    await user.click(save());
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
  });

  it("shows the server's message about an item under its list", async () => {
    sent.mockRejectedValueOnce({ errors: { 'name[1]': 'A tag cannot contain a comma' } });
    const user = renderSample();
    await user.type(name(), 'Ada');
    await user.type(email(), 'ada@example.com');
    await user.click(save());
    expect(await screen.findByText('A tag cannot contain a comma')).toBeVisible();
    await waitFor(() => expect(name()).toHaveFocus());
  });
});
