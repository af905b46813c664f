import { NO_CONNECTION } from '@solvent/http';
import { clearSession, readKey } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import {
  address,
  button,
  choose,
  confirmUpload,
  field,
  fileOf,
  fillIn,
  openUpload,
  rewrite,
  stored,
  ZIP,
} from '../test-upload.ts';
import type { UploadAnswer } from '../test-upload.ts';
import { draftKey } from '../upload-draft.ts';

let page: ReturnType<typeof openUpload>;
let userId: string;

async function upload(answer: UploadAnswer) {
  page = openUpload(answer);
  fillIn();
  await confirmUpload();
  return page;
}
const keys = () => page.api.requests.map(({ headers }) => headers['Idempotency-Key']);
const bar = () => screen.getByRole('progressbar', { name: 'Uploading module...', hidden: true });
const never = () => new Promise<object>(() => undefined);
const failure = () => screen.findByRole('alert', { hidden: true });

beforeEach(() => {
  userId = signInAs()._id;
});
afterEach(() => {
  page.unmount();
  page.api.restore();
  clearSession();
  window.localStorage.clear();
});

describe('an upload under way', () => {
  it('shows what was really sent, and no more', async () => {
    await upload((progress) => {
      progress(0.17);
      return never();
    });
    await waitFor(() => expect(bar()).toHaveAttribute('aria-valuenow', '17'));
    expect(screen.getByText('17%')).toBeVisible();
    expect(screen.getByText('Keep this page open until it is done.')).toBeVisible();
    expect(field.title()).toBeDisabled();
  });

  it('comes into view by itself, as it stands under all that was filled in', async () => {
    page = openUpload(never);
    const scrolled: Element[] = [];
    Element.prototype.scrollIntoView = function record() {
      scrolled.push(this);
    };
    fillIn();
    await confirmUpload();
    expect(scrolled.some((element) => element.contains(bar()))).toBe(true);
  });

  it('says that the archive is checked once every byte has left', async () => {
    await upload((progress) => {
      progress(1);
      return never();
    });
    expect(await screen.findByText('Everything is sent. The archive is being checked.')).toBeVisible();
  });

  it('is called off with Cancel, which goes to the Toolbox and keeps the texts', async () => {
    await upload(never);
    fireEvent.click(button('Cancel'));
    await waitFor(() => expect(address()).toHaveTextContent(/^\/toolbox$/));
    expect(await screen.findByText('The upload was cancelled. Your texts are kept on this device.')).toBeVisible();
    expect(readKey(draftKey(userId))).toContain('Payment Setup');
  });

  it.each([
    ['in the middle', 0.5],
    ['as all of it was sent', 1],
  ])('is called off by its key when Cancel comes %s; what is kept has another one', async (_when, part) => {
    await upload((progress) => {
      progress(part);
      return never();
    });
    await waitFor(() => expect(keys()).toHaveLength(1));
    const [key] = keys();
    fireEvent.click(button('Cancel'));
    expect(await screen.findByText('The upload was cancelled. Your texts are kept on this device.')).toBeVisible();
    expect(page.api.requests.at(-1)).toMatchObject({ method: 'DELETE', path: `/modules/uploads/${String(key)}` });
    expect(readKey(draftKey(userId))).toContain('Payment Setup');
    expect(readKey(draftKey(userId))).not.toContain(key);
  });

  it('is not called cancelled when the server does not say what became of it', async () => {
    page = openUpload(
      (progress) => {
        progress(1);
        return never();
      },
      () => NETWORK_FAILURE,
    );
    fillIn();
    await confirmUpload();
    await screen.findByText('Everything is sent. The archive is being checked.');
    fireEvent.click(button('Cancel'));
    expect(await screen.findByText(/^The server did not say whether your module was published/)).toBeVisible();
  });

  it('is called cancelled also when nobody hears of it, as it was not sent whole', async () => {
    page = openUpload(never, () => NETWORK_FAILURE);
    fillIn();
    await confirmUpload();
    await waitFor(() => expect(keys()).toHaveLength(1));
    fireEvent.click(button('Cancel'));
    expect(await screen.findByText('The upload was cancelled. Your texts are kept on this device.')).toBeVisible();
  });

  it('is taken back with Cancel when it was stored while the bar still fills', async () => {
    await upload(() => stored({ id: 'm7' }));
    await waitFor(() => expect(readKey(draftKey(userId))).toBeNull());
    fireEvent.click(button('Cancel'));
    await waitFor(() => expect(address()).toHaveTextContent(/^\/toolbox$/));
    expect(page.api.requests.at(-1)).toMatchObject({ method: 'DELETE', path: `/modules/uploads/${String(keys()[0])}` });
    expect(readKey(draftKey(userId))).toContain('Payment Setup');
    expect(await screen.findByText('The upload was cancelled. Your texts are kept on this device.')).toBeVisible();
  });

  it('is done for who leaves while the bar still fills, and says so', async () => {
    await upload(() => stored());
    await waitFor(() => expect(readKey(draftKey(userId))).toBeNull());
    act(() => clearSession());
    expect(await screen.findByText('Your module was uploaded successfully.')).toBeVisible();
  });

  it('asks before the tab is closed', async () => {
    await upload(never);
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
  });
});

describe('an upload that was stored', () => {
  it('says that secrets were found, also on the page that it leads to', async () => {
    const findings = [{ path: '.env', line: 1, text: 'A key.' }];
    await upload(() => stored({ review: { version: '1.0.0', stage: 'done', reason: null, findings } }));
    const text = 'Your archive seems to hold passwords or keys. See the places under My Modules.';
    expect(await screen.findByText(text)).toBeVisible();
    await waitFor(() => expect(address()).toHaveTextContent(/^\/toolbox$/));
    expect(await screen.findByText(text, { selector: '[role=alert]' })).toBeVisible();
  });

  it('says that the team reviews it, how long that takes and where it stands, also on the page that it leads to', async () => {
    await upload(() => stored({ status: 'in-review' }));
    const text = /^Our team reviews it within 3-5 business days\. You are told when it is decided, and see where it stands under/;
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByText('Your module was uploaded successfully. Redirecting to Toolbox...')).toBeVisible();
    expect(screen.getByRole('link', { name: 'My Modules' })).toHaveAttribute('href', '/toolbox/own');
    await waitFor(() => expect(address()).toHaveTextContent(/^\/toolbox$/));
    expect(await screen.findByText(text)).toBeVisible();
  });
});

describe('an upload that fails', () => {
  it('says how far it came when the connection is lost, and tries again as the same one, without asking twice', async () => {
    let broken = true;
    await upload((progress) => {
      progress(0.6);
      return broken ? NETWORK_FAILURE : never();
    });
    expect(await failure()).toHaveTextContent(`The connection was lost at 60 %: nothing was published. ${NO_CONNECTION}`);
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    expect(field.title()).toHaveValue('Payment Setup');
    expect(screen.getByText('payments.zip')).toBeVisible();
    broken = false;
    fireEvent.click(button('Try again'));
    await waitFor(() => expect(keys()).toHaveLength(2));
    expect(new Set(keys()).size).toBe(1);
    expect(screen.queryByText('Confirm Upload')).not.toBeInTheDocument();
    expect(bar()).toBeVisible();
  });

  it('leads to Try again from where the bar had the focus', async () => {
    let fail = () => {};
    await upload(() => new Promise<object>((resolve) => (fail = () => resolve(NETWORK_FAILURE))));
    await waitFor(() => expect(bar().parentElement).toHaveFocus());
    fail();
    await waitFor(() => expect(button('Try again')).toHaveFocus());
  });

  it('asks again before it sends what has changed since', async () => {
    await upload(() => NETWORK_FAILURE);
    await failure();
    rewrite(field.title(), 'Payment Setup Two');
    fireEvent.click(button('Try again'));
    expect(await screen.findByText('Confirm Upload', { selector: 'button' })).toBeVisible();
    expect(keys()).toHaveLength(1);
    fireEvent.click(button('Go Back'));
  });

  it('never passes off what was published before as what stands there now', async () => {
    const before = '“Payment Setup” was published before with what this form held then, and what differs now is not in it.';
    await upload(() => refuse('conflict', before));
    expect(await failure()).toHaveTextContent(
      '“Payment Setup” was published before with what this form held then, and what differs now is not in it.',
    );
    expect(readKey(draftKey(userId))).toContain('Takes payments in an afternoon.');
    expect(screen.queryByText('Try again')).not.toBeInTheDocument();
    await confirmUpload();
    await waitFor(() => expect(keys()).toHaveLength(2));
    expect(new Set(keys()).size).toBe(2);
  });

  it('names a file that was changed on the disk since it was chosen', async () => {
    page = openUpload(() => NETWORK_FAILURE);
    fillIn();
    const built = fileOf('built.zip', 10);
    built.slice = () => {
      throw new DOMException('changed', 'NotReadableError');
    };
    choose(field.zip(), built);
    await confirmUpload();
    expect(await failure()).toHaveTextContent('A file has changed since it was chosen, so it could not be sent.');
    await waitFor(() =>
      expect(field.zip()).toHaveAccessibleErrorMessage('“built.zip” was changed, moved or deleted. Choose it again.'),
    );
    choose(field.zip(), ZIP);
    await waitFor(() => expect(field.zip()).not.toHaveAttribute('aria-invalid', 'true'));
  });

  it('promises nothing when everything was sent and no answer came', async () => {
    await upload((progress) => {
      progress(1);
      return NETWORK_FAILURE;
    });
    expect(await failure()).toHaveTextContent(
      'Everything was sent, but no answer came: your module will not be published twice.',
    );
    expect(button('Try again')).toBeEnabled();
  });

  it("shows the server's messages under their fields", async () => {
    await upload(() => refuse('invalid', 'Please check the form.', { zipFile: 'The archive is not a zip file', other: 'Odd.' }));
    expect(await failure()).toHaveTextContent('Please check the form. Odd.');
    await waitFor(() => expect(field.zip()).toHaveAccessibleErrorMessage('The archive is not a zip file'));
    await waitFor(() => expect(field.zip()).toHaveFocus());
    expect(screen.queryByText('Try again')).not.toBeInTheDocument();
    expect(button('Upload Module')).toBeEnabled();
  });

  it('shows that a title is refused, until it is another one', async () => {
    await upload(() => refuse('invalid', 'Please check the form.', { title: 'This title is not allowed' }));
    await waitFor(() => expect(field.title()).toHaveAccessibleErrorMessage('This title is not allowed'));
    rewrite(field.title(), 'Payment Setup Two');
    await waitFor(() => expect(field.title()).toBeValid());
  });

  it('shows why an archive was rejected, and sends the next one as another module', async () => {
    await upload(() =>
      stored({ status: 'rejected', review: { version: '1.0.0', stage: 'archive', reason: 'It holds a symlink', findings: [] } }),
    );
    await waitFor(() => expect(field.zip()).toHaveAccessibleErrorMessage('It holds a symlink'));
    expect(readKey(draftKey(userId))).toContain('Payment Setup');
    await confirmUpload();
    await waitFor(() => expect(keys()).toHaveLength(2));
    expect(new Set(keys()).size).toBe(2);
  });

  it("shows the server's sentence for anything else", async () => {
    await upload(() => refuse('rate_limited', 'You can upload again in an hour.'));
    expect(await failure()).toHaveTextContent('You can upload again in an hour.');
    expect(button('Try again')).toBeEnabled();
  });
});
