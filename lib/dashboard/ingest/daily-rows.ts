/** The cell of a day that an observation counts in. */
export interface DailyCell {
  organization_id: string;
  project_id: string;
  /** Of the brands it is scored by. */
  definition: number;
  /** YYYY-MM-DD of `asked_at` in UTC. */
  day: string;
  prompt_id: string;
  engine: string;
  country: string;
}

/** The cell an answer counts in. Its columns come in one order, by which writers sort. */
export function dailyCell(answer: {
  organizationId: string;
  projectId: string;
  definition: number;
  askedAt: Date;
  promptId: string;
  engine: string;
  country: string;
}): DailyCell {
  return {
    organization_id: answer.organizationId,
    project_id: answer.projectId,
    definition: answer.definition,
    day: answer.askedAt.toISOString().slice(0, 10),
    prompt_id: answer.promptId,
    engine: answer.engine,
    country: answer.country,
  };
}

export interface DailyAnswers extends DailyCell {
  answered: number;
  no_answer: number;
  unreadable: number;
  citations: number;
  branded: boolean;
  fictional: boolean;
  fanned: number;
  listed: number;
}
export interface DailyBrand extends DailyCell {
  brand_id: string;
  mentioned: number;
  mentions: number;
  rank_sum: number;
  first: number;
  cited: number;
  citations: number;
  ranks: number[];
  positive: number;
  neutral: number;
  negative: number;
}
export interface DailyDomain extends DailyCell {
  domain: string;
  listed: number;
  cited: number;
  citations: number;
  named: number;
  gap: number;
}
export interface DailyQuery extends DailyCell {
  query: string;
  asked: number;
  named: number;
}
