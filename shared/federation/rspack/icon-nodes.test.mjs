import { ROOT } from './base-config.mjs';
import { iconNodes } from './icon-nodes.mjs';

describe('the nodes of an icon', () => {
  it('are the elements of its module, without their keys', () => {
    expect(iconNodes(ROOT, 'circle')).toEqual([['circle', { cx: '12', cy: '12', r: '10' }]]);
  });

  it.each(['circle-alert', 'alert-circle'])('are those of the icon that a former name leads to: %s', (name) => {
    expect(iconNodes(ROOT, name)).toEqual(iconNodes(ROOT, 'circle-exclamation-point'));
    expect(iconNodes(ROOT, name)).toContainEqual(['circle', { cx: '12', cy: '12', r: '10' }]);
  });

  it.each(['no-such-icon', 'index', '../icons/circle', 'toString'])('are undefined for %s', (name) => {
    expect(iconNodes(ROOT, name)).toBeUndefined();
  });
});
