import { render } from '@testing-library/react';

const script = document.createElement('script');
script.setAttribute('nonce', 'n-1234');
script.nonce = 'n-1234';
document.head.append(script);
// The provider reads the page when it is loaded.
const { UiProvider } = await import('./ui-provider.tsx');
const { Button } = await import('./index.ts');

it("Emotion's styles carry the page's nonce, without which the browser refuses them", () => {
  render(
    <UiProvider>
      <Button>Save</Button>
    </UiProvider>,
  );
  const styles = [...document.head.querySelectorAll('style[data-emotion]')];
  expect(styles.length).toBeGreaterThan(0);
  for (const style of styles) expect(style).toHaveAttribute('nonce', 'n-1234');
});
