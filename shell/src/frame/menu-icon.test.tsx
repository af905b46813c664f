import type { RemoteJson } from '@solvent/federation/manifest';
import { render } from '@testing-library/react';
import type { Page } from '../remotes/pages.ts';
import { buildPath } from '../testing/build-channel.ts';
import { MenuIcon } from './navigation.tsx';

const code = { load: () => Promise.reject(new Error('The page is not opened.')), getValue: () => undefined };

function renderIcon(icon: string | undefined, icons?: RemoteJson['icons']) {
  const page: Page = { ...buildPath('/reports'), owner: 'reports', icons, code };
  const item = { page, label: 'Reports', icon, order: 0, visitors: false };
  return render(<MenuIcon item={item} size={20} />).container;
}

describe('the icon of a menu entry', () => {
  it('can be a shell icon, also if remote.json has no icons', () => {
    expect(renderIcon('bell').querySelector('svg')).toHaveAttribute('width', '20');
  });

  it('is rendered from the nodes in remote.json', () => {
    const icon = renderIcon('chart-line', { 'chart-line': [['path', { d: 'm19 9-5 5-4-4-3 3' }]] });
    expect(icon.querySelector('svg[aria-hidden=true] > path')).toHaveAttribute('d', 'm19 9-5 5-4-4-3 3');
  });

  it.each([undefined, 'chart-line', 'toString', 'constructor'])('is omitted if it is unknown: %s', (icon) => {
    expect(renderIcon(icon)).toBeEmptyDOMElement();
    expect(renderIcon(icon, {})).toBeEmptyDOMElement();
  });
});
