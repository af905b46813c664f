/** The page of a server whose store has no release to show. @param channel its name */
export const nothingLivePage = (channel: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Nothing is published yet · Solvent</title>
</head>
<body>
<h1>Nothing is published yet</h1>
<p>The channel &ldquo;${channel}&rdquo; has no release: run <code>npm start</code>, or <code>pnpm delivery deploy</code> for this store, and load the page again.</p>
</body>
</html>
`;
