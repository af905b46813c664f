/** Skills that the sign-up suggests (spec 3). */
export const SUGGESTED_SKILLS = [
  'JavaScript', 'TypeScript', 'React', 'Nodejs', 'Python', 'AWS', 'Docker', 'MongoDB', 'PostgreSQL', 'GraphQL',
  'Go', 'Rust', 'Flutter', 'Machine Learning', 'DevOps', 'Kubernetes', 'Vue.js', 'Angular', 'Next.js', 'Django',
  'Java', 'C#', 'PHP', 'Swift', 'Kotlin', 'Redis', 'Terraform', 'CI/CD', 'Web Security', 'UI Design',
] as const;

/** Technologies of the problem filter, in the order shown (spec 3). */
export const FILTER_TECHNOLOGIES = [
  'React', 'Nodejs', 'ReactJS', 'Python', 'TypeScript', 'React Native', 'Next.js', 'PostgreSQL', 'MongoDB', 'AWS',
  'Docker', 'Kubernetes', 'GraphQL', 'Vue.js', 'Angular', 'Django', 'Laravel', 'Express', 'Flutter', 'Ruby', 'Ruby on Rails',
] as const;

/** Technologies that a module can name (spec 3). */
export const MODULE_TECHNOLOGIES = [
  'React', 'Node.js', 'Express', 'TypeScript', 'JavaScript', 'Python', 'Django', 'Flask', 'Vue.js', 'Angular', 'Next.js',
  'GraphQL', 'MongoDB', 'PostgreSQL', 'MySQL', 'Firebase', 'AWS', 'Docker', 'Kubernetes', 'Redis', 'Authentication', 'UI Kit', 'API',
] as const;
