-- no-transaction
-- The previous migration left out its own day. Rows with sources need no count (see `fictionalAnswersSql`), so few remain, even while the previous version keeps adding some.
-- batches
UPDATE "daily_answers" SET fictional_answers = answered
WHERE fictional_answers IS NULL AND fictional AND answered > 0 AND sources_listed = 0
  AND day > (now() AT TIME ZONE 'UTC')::date - 7 AND EXISTS (
    SELECT FROM answers
    WHERE answers.organization_id = daily_answers.organization_id AND answers.project_id = daily_answers.project_id
      AND answers.prompt_id = daily_answers.prompt_id AND answers.engine = daily_answers.engine
      AND answers.country = daily_answers.country AND answers.status = 'answered'
      AND answers.requested_at >= daily_answers.day::timestamp AT TIME ZONE 'UTC'
      AND answers.requested_at < (daily_answers.day + 1)::timestamp AT TIME ZONE 'UTC'
      AND answers.text LIKE '%belong to a fictional market.%'
  );
