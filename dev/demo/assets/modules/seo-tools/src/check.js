const attribute = (tag, name) => new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag)?.slice(1).find(Boolean);
const tags = (html, name) => html.match(new RegExp(`<${name}\\b[^>]*>`, 'gi')) ?? [];

function titleProblem(html) {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1]?.trim() ?? '';
  if (title === '') return 'There is no title';
  return title.length > 60 ? `The title has ${title.length} characters; about 60 are shown` : undefined;
}

function descriptionProblem(html) {
  const found = tags(html, 'meta').find((tag) => attribute(tag, 'name') === 'description');
  const text = found && attribute(found, 'content');
  if (!text) return 'There is no description';
  return text.length > 160 ? `The description has ${text.length} characters; about 160 are shown` : undefined;
}

/** What is missing in a page's HTML: sentences; none if all is well. For CI: it reads markup as text and runs no script. */
export function checkPage(html) {
  const headings = tags(html, 'h1').length;
  const silent = tags(html, 'img').filter((tag) => !/\salt\s*=/i.test(tag)).length;
  const links = tags(html, 'link').filter((tag) => attribute(tag, 'rel') === 'canonical').length;
  return [
    titleProblem(html),
    descriptionProblem(html),
    headings === 1 ? undefined : `There are ${headings} headings of the first level; one is right`,
    links === 1 ? undefined : `There are ${links} canonical links; one is right`,
    silent === 0 ? undefined : `${silent} pictures have no alt text`,
    tags(html, 'html').some((tag) => attribute(tag, 'lang')) ? undefined : 'The page does not say its language',
  ].filter((problem) => problem !== undefined);
}
