/** One screen of the dashboard: its address below the instance's, and what shows that it has come. */
export interface Screen {
  path: string;
  /** The words of the heading of a part that comes last, or of the question itself. */
  heading: string | RegExp;
}

/** What addresses name that differs from project to project. */
export interface Places {
  projectId: string;
  promptId: string;
  runId: string;
  answerId: string;
  domain: string;
}

/** Every screen of a member who may see all, in the order of the navigation. */
export function screensOf({ projectId, promptId, runId, answerId, domain }: Places): Screen[] {
  const below = (path: string, heading: string | RegExp) => ({
    path: `/projects/${projectId}/${path}`,
    heading,
  });
  return [
    below('overview', 'Latest answers'),
    below('prompts', 'What do we ask?'),
    below(`prompts/${promptId}`, /./),
    below('answers', /./),
    below(`answers?answer=${answerId}`, /./),
    below('sources', 'Domains'),
    below(`sources/${domain}`, 'Pages'),
    below('competitors', 'Citation gaps'),
    below('fan-out', /./),
    below('experiments', /./),
    below('schedule', 'When do we ask?'),
    below('runs', 'What was asked, and when?'),
    below(`runs/${runId}`, /How (is|did) this run go/),
    below('settings', /./),
    { path: '/members', heading: /./ },
    { path: '/developers', heading: /./ },
    { path: '/developers/engines', heading: /./ },
    { path: '/projects/new', heading: 'Which brand do you watch?' },
  ];
}
