import { jest } from '@jest/globals';
import { clearSession, readKey, writeKey } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { choose, CLIP, field, fillIn, iconButton, openUpload, rewrite, SHOT, ZIP } from './test-upload.ts';
import { draftKey } from './upload-draft.ts';

let page: ReturnType<typeof openUpload>;
let userId: string;

/** The page as it is after it was loaded anew. */
function reload() {
  page.unmount();
  page.api.restore();
  page = openUpload();
}
beforeEach(() => {
  userId = signInAs()._id;
});
afterEach(() => {
  page.api.restore();
  clearSession();
  window.localStorage.clear();
});

describe('the draft of a module', () => {
  it('keeps the texts over a reload, but not the agreement', async () => {
    page = openUpload();
    expect(screen.queryByText('Draft kept on this device')).not.toBeInTheDocument();
    fillIn();
    fireEvent.click(field.price('Paid'));
    rewrite(field.amount(), '12');
    rewrite(field.license(), 'ISC');
    expect(screen.getByText('Draft kept on this device')).toBeVisible();
    reload();
    expect(field.title()).toHaveValue('Payment Setup');
    expect(field.slug()).toHaveValue('payment-setup');
    expect(field.description()).toHaveValue('Takes payments in an afternoon.');
    expect(field.tech('React')).toBeChecked();
    expect(field.amount()).toHaveValue('12');
    expect(field.license()).toHaveValue('ISC');
    expect(field.documentation()).toHaveValue('# Payments\n\nInstall it and go.');
    expect(field.terms()).not.toBeChecked();
  });

  it('asks for the files again by name, until they are chosen or left out', async () => {
    page = openUpload();
    choose(field.zip(), ZIP);
    choose(field.images(), SHOT);
    choose(field.videos(), CLIP);
    reload();
    reload();
    for (const name of [ZIP.name, SHOT.name, CLIP.name]) expect(screen.getByText(name)).toBeVisible();
    choose(field.zip(), ZIP);
    choose(field.images(), SHOT);
    await waitFor(() => expect(screen.queryByLabelText(`Leave out ${ZIP.name}`)).not.toBeInTheDocument());
    expect(screen.queryByLabelText(`Leave out ${SHOT.name}`)).not.toBeInTheDocument();
    fireEvent.click(iconButton(`Leave out ${CLIP.name}`));
    expect(screen.queryByText(CLIP.name)).not.toBeInTheDocument();
  });

  it('is not said to be kept where the browser has no room', () => {
    page = openUpload();
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    rewrite(field.title(), 'Payment');
    expect(screen.queryByText('Draft kept on this device')).not.toBeInTheDocument();
    full.mockRestore();
    warn.mockRestore();
  });

  it('does not come back from a tab that only stood open while another one sent it', () => {
    page = openUpload();
    rewrite(field.title(), 'Payment');
    const key = draftKey(userId);
    const before = JSON.parse(readKey(key) ?? '{}').idempotencyKey;
    window.localStorage.removeItem(key);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue: null })));
    expect(readKey(key)).toBeNull();
    expect(screen.queryByText('Draft kept on this device')).not.toBeInTheDocument();
    rewrite(field.title(), 'Payment Two');
    expect(JSON.parse(readKey(key) ?? '{}').idempotencyKey).not.toBe(before);
    expect(readKey(key)).toContain('Payment Two');
  });

  it('is gone with its last text', () => {
    page = openUpload();
    rewrite(field.title(), 'Payment');
    expect(readKey(draftKey(userId))).toContain('Payment');
    rewrite(field.title(), '');
    expect(readKey(draftKey(userId))).toBeNull();
  });

  it.each(['not json', '[]', '{"values":1}', '{"values":{"title":5,"techStack":["COBOL"]},"idempotencyKey":"k"}'])(
    'is a new one where %s was kept',
    (kept) => {
      writeKey(draftKey(userId), kept);
      page = openUpload();
      expect(field.title()).toHaveValue('');
      expect(screen.queryByRole('checkbox', { checked: true })).not.toBeInTheDocument();
    },
  );
});
