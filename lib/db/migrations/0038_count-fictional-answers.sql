-- no-transaction
-- Without today, because the previous version keeps adding such rows, and batches are repeated until none is left.
-- batches
UPDATE "daily_answers" SET fictional_answers = answered
WHERE fictional_answers IS NULL AND fictional AND answered > 0 AND day < (now() AT TIME ZONE 'UTC')::date AND (
  sources_listed > 0 OR EXISTS (
    SELECT FROM answers
    WHERE answers.organization_id = daily_answers.organization_id AND answers.project_id = daily_answers.project_id
      AND answers.prompt_id = daily_answers.prompt_id AND answers.engine = daily_answers.engine
      AND answers.country = daily_answers.country AND answers.status = 'answered'
      AND answers.requested_at >= daily_answers.day::timestamp AT TIME ZONE 'UTC'
      AND answers.requested_at < (daily_answers.day + 1)::timestamp AT TIME ZONE 'UTC'
      AND answers.text LIKE '%belong to a fictional market.%'
  )
);--> statement-breakpoint
-- Months with fictional answers are summed again, but later, so that workers of the previous version, which don't count, have stopped. The current month is summed again after its next week anyway.
-- batches
UPDATE "rollup_months" SET summed_to = NULL, due_at = now() + interval '6 hours'
WHERE summed_to IS NOT NULL AND month < date_trunc('month', now() AT TIME ZONE 'UTC')::date AND EXISTS (
  SELECT FROM monthly_answers
  WHERE monthly_answers.organization_id = rollup_months.organization_id
    AND monthly_answers.project_id = rollup_months.project_id
    AND monthly_answers.scoring_version = rollup_months.scoring_version
    AND monthly_answers.month = rollup_months.month AND fictional AND fictional_answers IS NULL
);
