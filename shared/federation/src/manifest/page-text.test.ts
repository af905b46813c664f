import { escapeHtml, inlineJson } from './page-text.ts';

const WRITTEN = `</script><!--<script>"Tom's" & <b>`;

it('text ends neither an element nor the quotes of an attribute, and reads the same', () => {
  document.body.innerHTML = `<p title="${escapeHtml(WRITTEN)}" lang='${escapeHtml(WRITTEN)}'>${escapeHtml(WRITTEN)}</p>`;
  const [only, ...others] = document.body.children;
  expect(others).toEqual([]);
  expect([only?.getAttribute('title'), only?.getAttribute('lang'), only?.innerHTML.includes('<b>')]).toEqual([
    WRITTEN,
    WRITTEN,
    false,
  ]);
  expect(only?.textContent).toBe(WRITTEN);
});

it('JSON does not end its script, and reads the same', () => {
  document.body.innerHTML = `<script type="application/json">${inlineJson({ written: WRITTEN })}</script>`;
  const [only, ...others] = document.body.children;
  expect(others).toEqual([]);
  expect(JSON.parse(only?.textContent ?? '')).toEqual({ written: WRITTEN });
});
