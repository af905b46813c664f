/** What a team changes for a release: one place in one file of the product. */
export const CHANGES = {
  toolbox: {
    file: 'mf-toolbox/src/features/catalogue/catalogue-page.tsx',
    from: /(<PageHeading[^]*?>\s*)Toolbox(\s*<\/PageHeading>)/,
    to: '$1Toolbox 1.1.0$2',
  },
  ui: {
    file: 'shared/ui/src/components/page.tsx',
    from: /reading: '720px'/,
    to: "reading: '700px'",
  },
};
