import { getSearchTerms } from './term-text.ts';

/** A technology with its aliases, the usual name first. */
export interface Technology {
  names: readonly string[];
  /** Aliases that are also ordinary words, matched in tags only. */
  tags?: readonly string[];
  /** Other technologies whose names begin or end with this one. */
  except?: readonly string[];
}

/** Names that search treats as equal, beyond case, accents and separators. */
export const TECHNOLOGIES: readonly Technology[] = [
  { names: ['JavaScript', 'JS', 'ECMAScript', 'Java Script'] },
  { names: ['TypeScript', 'TS', 'Type Script'] },
  { names: ['Node.js', 'Nodejs'] },
  { names: ['React', 'ReactJS', 'React.js'] },
  { names: ['React Native', 'ReactNative', 'RN'] },
  { names: ['Vue.js', 'Vuejs', 'Vue'] },
  { names: ['Nuxt', 'Nuxt.js', 'Nuxtjs'] },
  { names: ['Next.js', 'Nextjs'], tags: ['Next'] },
  { names: ['Angular', 'Angular.js', 'AngularJS', 'NG'] },
  { names: ['Svelte', 'SvelteJS', 'Svelte.js'] },
  { names: ['Express.js', 'Expressjs'], tags: ['Express'] },
  { names: ['NestJS', 'Nest.js'] },
  { names: ['D3.js', 'D3js', 'D3'] },
  { names: ['Three.js', 'Threejs'] },
  { names: ['jQuery', 'jQuery.js'] },
  { names: ['Socket.IO', 'SocketIO'] },
  { names: ['C++', 'CPP', 'CXX', 'C plus plus', 'Cplusplus'] },
  { names: ['C#', 'CSharp', 'C Sharp'] },
  { names: ['F#', 'FSharp', 'F Sharp'] },
  { names: ['C'], except: ['C++', 'C#', 'Objective-C'] },
  { names: ['Objective-C', 'ObjectiveC', 'ObjC', 'Obj-C'] },
  { names: ['.NET', 'dotnet', 'dot net', 'ASP.NET', 'VB.NET'] },
  { names: ['Golang'], tags: ['Go'] },
  { names: ['Python', 'Py', 'Python3'] },
  { names: ['Ruby on Rails', 'RoR', 'Rails'] },
  { names: ['Rust', 'Rustlang'] },
  { names: ['PostgreSQL', 'Postgres', 'Postgre', 'PgSQL', 'psql'] },
  { names: ['MySQL', 'My SQL'] },
  { names: ['MongoDB', 'Mongo', 'Mongo DB'] },
  { names: ['Elasticsearch', 'Elastic Search'] },
  { names: ['SQL Server', 'MSSQL', 'MS SQL'] },
  { names: ['DynamoDB', 'Dynamo DB'] },
  { names: ['Kubernetes', 'K8s', 'Kube'] },
  { names: ['AWS', 'Amazon Web Services'] },
  { names: ['GCP', 'Google Cloud', 'Google Cloud Platform'] },
  { names: ['GitHub Actions', 'GHA'] },
  { names: ['CI/CD', 'CICD', 'continuous integration'] },
  { names: ['GraphQL', 'GQL', 'Graph QL'] },
  { names: ['WebSocket', 'Web Socket'] },
  { names: ['WebAssembly', 'Wasm', 'Web Assembly'] },
  { names: ['Machine Learning', 'ML'] },
  { names: ['TensorFlow', 'Tensor Flow'] },
  { names: ['Tailwind CSS', 'TailwindCSS', 'Tailwind'] },
  { names: ['VS Code', 'VSCode', 'Visual Studio Code'] },
  { names: ['Internationalization', 'i18n', 'Internationalisation'] },
  { names: ['Accessibility', 'a11y'] },
  { names: ['Localization', 'l10n', 'Localisation'] },
  { names: ['OAuth 2', 'OAuth2', 'OAuth 2.0', 'OAuth'] },
  { names: ['Regular expression', 'regex', 'regexp'] },
  { names: ['Service worker', 'serviceworker'] },
  { names: ['UI Design', 'user interface design'] },
];

export interface KnownTechnology {
  names: readonly string[][];
  tags: readonly string[][];
  except: readonly string[][];
}

const toTerms = (names: readonly string[] = []): string[][] => names.map((name) => getSearchTerms(name));

const TECHNOLOGY_BY_NAME = new Map<string, KnownTechnology>(
  TECHNOLOGIES.flatMap(({ names, tags, except }) => {
    const technology = { names: toTerms(names), tags: toTerms(tags), except: toTerms(except) };
    // A search for the ordinary word may mean the word itself.
    const ordinary = { ...technology, names: [...technology.names, ...technology.tags], tags: [] };
    return [
      ...technology.names.map((terms) => [terms.join(' '), technology] as const),
      ...technology.tags.map((terms) => [terms.join(' '), ordinary] as const),
    ];
  }),
);

/** Returns the technology with a name of exactly these terms. */
export const findTechnology = (terms: readonly string[]): KnownTechnology | undefined => TECHNOLOGY_BY_NAME.get(terms.join(' '));

export const NAME_TERMS_MAX = Math.max(...[...TECHNOLOGY_BY_NAME.keys()].map((name) => name.split(' ').length));
