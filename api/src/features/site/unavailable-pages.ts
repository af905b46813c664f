const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Solvent</title>
</head>
<body>
<h1>${title}</h1>
<p>${body}</p>
</body>
</html>
`;

/** The page of a server whose store has no release to show. @param channel its name */
export const nothingLivePage = (channel: string): string =>
  page(
    'Nothing is published yet',
    `The channel &ldquo;${channel}&rdquo; has no release: run <code>npm start</code>, or <code>pnpm delivery deploy</code> for this store, and load the page again.`,
  );

/** The page of a server that has just begun and cannot reach its release store. */
export const storeGonePage = (): string =>
  page(
    'Solvent is not there right now',
    'The place where its pages are kept does not answer. Load the page again in a minute. Who runs this server finds the reason in its log.',
  );
