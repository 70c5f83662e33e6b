/** The titles of a project's pages, by URL segment. */
const projectPageLabels = {
  overview: 'Overview',
  prompts: 'Prompts',
  answers: 'Answers',
  sources: 'Sources',
  competitors: 'Competitors',
  'fan-out': 'Queries (fan-out)',
  experiments: 'Experiments',
  reports: 'Reports',
  alerts: 'Alerts',
  schedule: 'Schedule',
  runs: 'Runs',
  brands: 'Brands',
} as const;
export type ProjectPage = keyof typeof projectPageLabels;

/** Returns the title of a project's page by URL segment; an unknown segment is returned as it is. */
export function labelProjectPage(segment: string): string {
  return Object.entries(projectPageLabels).find(([page]) => page === segment)?.[1] ?? segment;
}
