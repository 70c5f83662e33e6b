-- no-transaction
-- Earlier versions recognized an answer of the sandbox by its sources, whose domains all end in `.example`; one without sources by its last line.
-- batches
UPDATE "answers" AS answers SET provider = 'sandbox'
WHERE provider IS NULL AND status = 'answered' AND (model LIKE 'sandbox%' OR coalesce(
  (SELECT bool_and(domain = 'example' OR domain LIKE '%.example') FROM answer_sources
   WHERE answer_sources.organization_id = answers.organization_id
     AND answer_sources.requested_at = answers.requested_at AND answer_id = answers.id),
  rtrim(text, E' \t\r\n') LIKE '%Sandbox answer: the brands, pages and prices here belong to a fictional market.'
));--> statement-breakpoint
-- The tasks of recent answers name their providers. The provider of other answers stays unknown.
-- batches
UPDATE "answers" AS answers SET provider = (
  SELECT tasks.provider FROM tasks WHERE tasks.organization_id = answers.organization_id AND tasks.id = task_id)
WHERE provider IS NULL AND EXISTS (
  SELECT FROM tasks
  WHERE tasks.organization_id = answers.organization_id AND tasks.id = task_id AND tasks.provider IS NOT NULL);--> statement-breakpoint
-- Rows of versions that did not count fictional answers, and those that later versions added to.
-- batches
UPDATE "daily_answers" SET fictional_answers = answered
WHERE fictional AND (fictional_answers > 0 OR sources_listed > 0) AND fictional_answers IS DISTINCT FROM answered;
