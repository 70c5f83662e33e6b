ALTER TABLE "brands" ADD COLUMN "match_case" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
-- Mentions and positions have new definitions, so stored answers are scored again in the background.
INSERT INTO rescore_jobs AS existing (organization_id, project_id, scoring_version, published_brands, answer_count, started_at, heartbeat_at)
SELECT organization_id, id, scoring_version + 1,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('id', brands.id, 'name', name, 'role', role, 'aliases', aliases, 'domains', domains,
      'matchCase', match_case, 'requiredContext', required_context, 'excludedContext', excluded_context,
      'colorIndex', color_index) ORDER BY role DESC, color_index, lower(name)), '[]')
    FROM brands WHERE brands.organization_id = projects.organization_id AND brands.project_id = projects.id),
  (SELECT coalesce(sum(answered + no_answer + unreadable), 0)::int FROM daily_answers
    WHERE daily_answers.organization_id = projects.organization_id AND daily_answers.project_id = projects.id
      AND daily_answers.scoring_version = projects.scoring_version),
  now(), now() - interval '1 hour'
FROM projects
WHERE EXISTS (SELECT FROM answers WHERE answers.organization_id = projects.organization_id AND answers.project_id = projects.id)
ON CONFLICT (organization_id, project_id) DO UPDATE SET
  scoring_version = greatest(existing.scoring_version + 1, excluded.scoring_version), scored_count = 0,
  cursor_requested_at = NULL, cursor_answer_id = NULL, heartbeat_at = excluded.heartbeat_at;
