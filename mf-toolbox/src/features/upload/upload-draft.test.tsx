import { clearSession, readKey, writeKey } from '@solvent/store';
import { signInAs } from '@solvent/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
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
