/** The web app manifest, with what a browser wants before it offers to install. */
export function manifestOf({ name, shortName = name, colour = '#ffffff', icons, startUrl = '/' }) {
  const sizes = icons.map((icon) => icon.size);
  for (const size of [192, 512]) if (!sizes.includes(size)) throw new RangeError(`An icon of ${size} pixels is missing`);
  return {
    name,
    short_name: shortName,
    start_url: startUrl,
    display: 'standalone',
    theme_color: colour,
    background_color: colour,
    icons: icons.map(({ src, size, type = 'image/png' }) => ({ src, type, sizes: `${size}x${size}` })),
  };
}
