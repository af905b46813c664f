import description from '../remote.json' with { type: 'json' };
import remote from './remote.tsx';

describe('the auth remote', () => {
  it('has the pages and slots that remote.json announces', () => {
    expect(remote.routes.map(({ path }) => path)).toEqual(description.paths.map(({ path }) => path));
    expect(Object.keys(remote.slots)).toEqual(description.slots);
  });

  it.each(remote.routes)('exports the component of $path', async ({ page }) => {
    expect(typeof (await page()).Component).toBe('function');
  });

  it('exports the component of its slot', async () => {
    expect(typeof (await remote.slots['role-switch-dialog']?.())?.Component).toBe('function');
  });
});
