import { BEARD, HAIR } from './hair.mjs';

const CLOTHES = {
  tee: (c, shade) =>
    `<path d="M14 132c0-24 14-34 36-38 4 8 24 8 28 0 22 4 36 14 36 38Z" fill="${c}"/><path d="M50 94c4 8 24 8 28 0l3 1c-4 11-30 11-34 0Z" fill="${shade}"/>`,
  shirt: (c, shade) =>
    `<path d="M14 132c0-24 14-34 36-38h28c22 4 36 14 36 38Z" fill="${c}"/><path d="M50 93l14 15-13 9-8-22Zm28 0-14 15 13 9 8-22Z" fill="${shade}"/>`,
  jacket: (c, shade) =>
    `<path d="M46 95h36v37H46Z" fill="#f5f3ef"/><path d="M14 132c0-24 12-34 33-38l14 38Zm100 0c0-24-12-34-33-38l-14 38Z" fill="${c}"/><path d="M47 93l15 39h-6L42 100Zm34 0-15 39h6l14-32Z" fill="${shade}"/>`,
  hoodie: (c, shade) =>
    `<path d="M14 132c0-24 14-34 36-38h28c22 4 36 14 36 38Z" fill="${c}"/><path d="M44 92c-4 4-5 9-3 13 8 8 38 8 46 0 2-4 1-9-3-13-6 9-34 9-40 0Z" fill="${shade}"/><path d="M56 106v14m16-14v14" stroke="#fff" stroke-width="2" stroke-linecap="round" opacity=".8"/>`,
  rollneck: (c, shade) =>
    `<path d="M14 132c0-24 14-34 36-38h28c22 4 36 14 36 38Z" fill="${c}"/><path d="M52 84h24c2 5 2 10 1 14-6 4-20 4-26 0-1-4-1-9 1-14Z" fill="${shade}"/>`,
};

const GLASSES = {
  round:
    '<g fill="none" stroke="#2b2b33" stroke-width="1.8"><circle cx="54.5" cy="61" r="7"/><circle cx="73.5" cy="61" r="7"/><path d="M61.5 60c1.5-1.5 3.5-1.5 5 0M47.5 60l-5-1m38 1 5-1"/></g>',
  square:
    '<g fill="#fff" fill-opacity=".16" stroke="#1f2430" stroke-width="2.2"><rect x="46.5" y="55" width="15" height="11.5" rx="3"/><rect x="66.5" y="55" width="15" height="11.5" rx="3"/><path d="M61.5 59h5M46.5 58l-4-1m39 1 4-1" fill="none"/></g>',
};

/** Needs a color of `lips` that contrasts with the skin. */
const MOUTH = {
  smile: (lips) => `<path d="M56.5 73c3 5 12 5 15 0" fill="none" stroke="${lips}" stroke-width="2.2" stroke-linecap="round"/>`,
  grin: () =>
    '<path d="M55.5 72h17c-.5 6-4 8.5-8.5 8.5s-8-2.5-8.5-8.5Z" fill="#8c3030"/><path d="M56.5 72h15c0 2.5-1 3.5-2 3.5h-11c-1 0-2-1-2-3.5Z" fill="#fff"/>',
  calm: (lips) => `<path d="M58 75c3 2 9 2 12 0" fill="none" stroke="${lips}" stroke-width="2.2" stroke-linecap="round"/>`,
};

const background = ({ top, bottom, shape }) => {
  const shapes = {
    sun: '<circle cx="98" cy="30" r="34" fill="#fff" opacity=".2"/>',
    hill: '<path d="M0 92C30 66 92 62 128 86v42H0Z" fill="#fff" opacity=".2"/>',
    stripe: '<path d="M-10 96 96-10h44L-10 140Z" fill="#fff" opacity=".16"/>',
    ring: '<circle cx="64" cy="58" r="47" fill="#fff" opacity=".2"/>',
    arch: '<path d="M18 128V64a46 46 0 0 1 92 0v64Z" fill="#fff" opacity=".18"/>',
  };
  return `<defs><linearGradient id="b" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs><rect width="128" height="128" fill="url(#b)"/>${shapes[shape]}`;
};

const face = (p) => `
  <path d="M53 74h22v18c-3 9-19 9-22 0Z" fill="${p.skinShade}"/>
  ${p.covered ? '' : `<circle cx="42" cy="63" r="5" fill="${p.skinShade}"/><circle cx="86" cy="63" r="5" fill="${p.skinShade}"/>`}
  <path d="M64 34c14 0 22 10 22 26 0 17-10 28-22 28S42 77 42 60c0-16 8-26 22-26Z" fill="${p.skin}"/>
  <g fill="${p.blush ?? '#e0655b'}" opacity=".16"><circle cx="50" cy="70" r="5"/><circle cx="78" cy="70" r="5"/></g>`;

const features = (p) => `
  <g fill="#262129"><ellipse cx="54.5" cy="61" rx="2.3" ry="2.8"/><ellipse cx="73.5" cy="61" rx="2.3" ry="2.8"/></g>
  <g fill="#fff"><circle cx="55.3" cy="60" r=".8"/><circle cx="74.3" cy="60" r=".8"/></g>
  <path d="M49.5 54.5c3-2.5 7-2.5 9.5-.5m10 0c2.5-2 6.5-2 9.5.5" fill="none" stroke="${p.brow}" stroke-width="2.3" stroke-linecap="round"/>
  <path d="M63 63c-1 3-2 5-1.5 6 1 1.2 3 1.2 4 .4" fill="none" stroke="${p.skinShade}" stroke-width="2.2" stroke-linecap="round"/>`;

/** Returns the portrait of a person of `people.mjs` as SVG. */
export function drawPortrait(p) {
  const hair = HAIR[p.hair](p.hairColor, p.hairShade);
  const earrings = p.earrings
    ? `<g fill="${p.earrings}"><circle cx="42" cy="71" r="2.6"/><circle cx="86" cy="71" r="2.6"/></g>`
    : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128" width="128" height="128">
  ${background(p.background)}
  <g transform="translate(-10.2 -13.5) scale(1.16)">
  ${hair.back ?? ''}
  ${face({ ...p, covered: p.hair === 'hijab' })}
  ${p.hair === 'hijab' ? '' : CLOTHES[p.clothes](p.color, p.colorShade)}
  ${p.hair === 'hijab' ? `<path d="M10 132c2-20 14-32 32-34h44c18 2 30 14 32 34Z" fill="${p.color}"/>` : ''}
  ${p.beard ? BEARD[p.beard](p.beardColor ?? p.hairColor) : ''}
  ${features(p)}
  ${MOUTH[p.mouth ?? 'smile'](p.lips)}
  ${hair.front}
  ${earrings}
  ${p.glasses ? GLASSES[p.glasses] : ''}
  </g></svg>`;
}
