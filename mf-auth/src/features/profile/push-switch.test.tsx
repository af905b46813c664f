import { jest } from '@jest/globals';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen } from '@testing-library/react';

const push = {
  usePush: jest.fn<() => { isAvailable: boolean; isOn: boolean }>(),
  turnOnPush: jest.fn<() => Promise<void>>(),
  turnOffPush: jest.fn<() => Promise<void>>(),
};
jest.unstable_mockModule('@solvent/push', () => push);
const { PushSwitch } = await import('./settings.tsx');

const show = (state: { isAvailable: boolean; isOn: boolean }) => {
  push.usePush.mockReturnValue(state);
  return renderScreen(<PushSwitch />);
};

beforeEach(() => {
  push.turnOnPush.mockReset().mockResolvedValue();
  push.turnOffPush.mockReset().mockResolvedValue();
});

describe('the switch of push messages', () => {
  it('is not there where there are none', () => {
    show({ isAvailable: false, isOn: false });
    expect(screen.queryByRole('switch')).not.toBeInTheDocument();
  });

  it('asks for nothing until it is turned on', async () => {
    const { user } = show({ isAvailable: true, isOn: false });
    expect(push.turnOnPush).not.toHaveBeenCalled();
    expect(screen.getByRole('switch', { name: 'Push notifications' })).not.toBeChecked();
    await user.click(screen.getByRole('switch', { name: 'Push notifications' }));
    expect(push.turnOnPush).toHaveBeenCalledTimes(1);
    expect(await screen.findByText('Push notifications are on for this browser')).toBeVisible();
  });

  it('turns them off', async () => {
    const { user } = show({ isAvailable: true, isOn: true });
    await user.click(screen.getByRole('switch', { name: 'Push notifications' }));
    expect(push.turnOffPush).toHaveBeenCalledTimes(1);
    expect(await screen.findByText('Push notifications are off')).toBeVisible();
  });

  it('says what stood in the way', async () => {
    push.turnOnPush.mockRejectedValue(new Error('Notifications are blocked for this site.'));
    const { user } = show({ isAvailable: true, isOn: false });
    await user.click(screen.getByRole('switch', { name: 'Push notifications' }));
    expect(await screen.findByText('Notifications are blocked for this site.')).toBeVisible();
  });
});
