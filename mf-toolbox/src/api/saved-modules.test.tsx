import { clearSession } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { NETWORK_FAILURE } from '@solvent/testing/fake-api';
import { act, screen, waitFor } from '@testing-library/react';
import { buildModuleDetail } from '../testing/build-module.ts';
import { openModule, title } from '../testing/open-module.tsx';

let opened: ReturnType<typeof openModule>;
async function open(options: Parameters<typeof openModule>[0] = {}) {
  opened = openModule(options);
  await title();
  return opened;
}

afterEach(() => {
  clearSession();
  opened.api.restore();
});

describe('Save Module', () => {
  const button = () => screen.getByRole('button', { name: 'Save Module' });

  it('saves at once, and takes it back', async () => {
    signInAs();
    const { user, sent } = await open({
      routes: { 'PUT /modules/:id/save': () => ({}), 'DELETE /modules/:id/save': () => ({}) },
    });
    await user.click(button());
    expect(button()).toHaveAttribute('aria-pressed', 'true');
    expect(await screen.findByText('Module saved')).toBeVisible();
    await user.click(button());
    expect(await screen.findByText('Module no longer saved')).toBeVisible();
    expect(button()).toHaveAttribute('aria-pressed', 'false');
    expect([...sent('PUT'), ...sent('DELETE')].map(({ path }) => path)).toEqual(['/modules/m1/save', '/modules/m1/save']);
  });

  it('stays saved when an answer from before comes after it', async () => {
    signInAs();
    let saved = false;
    let isHeld = false;
    let answerBefore = () => {};
    const { user, queryClient } = await open({
      routes: {
        'GET /modules/:id': () => {
          const answer = { module: buildModuleDetail({ saved }) };
          return isHeld && !saved ? new Promise<object>((resolve) => (answerBefore = () => resolve(answer))) : answer;
        },
        'PUT /modules/:id/save': () => {
          saved = true;
          return {};
        },
      },
    });
    isHeld = true;
    void queryClient.refetchQueries();
    await user.click(button());
    expect(await screen.findByText('Module saved')).toBeVisible();
    await act(async () => answerBefore());
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(button()).toHaveAttribute('aria-pressed', 'true');
  });

  it('goes back to what it was after a failure', async () => {
    signInAs();
    const { user } = await open({ routes: { 'PUT /modules/:id/save': () => NETWORK_FAILURE } });
    await user.click(button());
    expect(await screen.findByText('Failed to save the module. Please try again.')).toBeVisible();
    expect(button()).toHaveAttribute('aria-pressed', 'false');
  });

  describe('signed out', () => {
    const AT = '/toolbox/m1?tab=installation';
    const clickSignedOut = async () => {
      const { user, unmount, api } = await open({ at: AT });
      await user.click(button());
      expect(screen.getByLabelText('Address')).toHaveTextContent('/signin');
      expect(screen.getByLabelText('Route state')).toHaveTextContent(JSON.stringify({ from: AT }));
      unmount();
      api.restore();
    };
    const saves = () => opened.sent('PUT').map(({ path }) => path);

    it('leads to the sign-in, and saves when one is back: once', async () => {
      await clickSignedOut();
      signInAs();
      const saved = { 'PUT /modules/:id/save': () => opened.change({ saved: true }) };
      const { unmount, api } = await open({ at: AT, routes: saved });
      expect(await screen.findByText('Module saved')).toBeVisible();
      await waitFor(() => expect(button()).toHaveAttribute('aria-pressed', 'true'));
      expect(saves()).toEqual(['/modules/m1/save']);
      // What was asked for at the same time may say how it was before.
      await waitFor(() => expect(opened.sent('GET').filter(({ path }) => path === '/modules/m1')).toHaveLength(2));
      unmount();
      api.restore();
      await open({ at: AT, routes: saved });
      expect(saves()).toEqual([]);
    });

    it('saves nothing while one has not signed in', async () => {
      await clickSignedOut();
      await open({ at: AT });
      expect(saves()).toEqual([]);
    });
  });
});
