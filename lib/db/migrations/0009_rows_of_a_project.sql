-- A project belongs to one organization. Without this dependency, the planner takes the two columns for independent,
-- expects a few rows instead of thousands, and sorts or loops where it should hash.
CREATE STATISTICS "daily_answers_project" (dependencies) ON "organization_id", "project_id" FROM "daily_answers";--> statement-breakpoint
CREATE STATISTICS "daily_brands_project" (dependencies) ON "organization_id", "project_id" FROM "daily_brands";--> statement-breakpoint
CREATE STATISTICS "daily_domains_project" (dependencies) ON "organization_id", "project_id" FROM "daily_domains";--> statement-breakpoint
CREATE STATISTICS "daily_queries_project" (dependencies) ON "organization_id", "project_id" FROM "daily_queries";--> statement-breakpoint
CREATE OR REPLACE FUNCTION ensure_answer_partitions(month date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  first date := date_trunc('month', month)::date;
  parent text;
  part text;
BEGIN
  FOREACH parent IN ARRAY ARRAY['answers', 'answer_sources', 'mentions'] LOOP
    part := parent || '_' || to_char(first, 'YYYY_MM');
    EXECUTE format(
      'CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
      part,
      parent,
      first::text || ' 00:00:00+00',
      (first + interval '1 month')::date::text || ' 00:00:00+00'
    );
    IF parent = 'answers' THEN
      EXECUTE format(
        'CREATE STATISTICS IF NOT EXISTS %I (dependencies) ON organization_id, project_id FROM %I', part || '_project', part
      );
    END IF;
  END LOOP;
END $$;--> statement-breakpoint
SELECT ensure_answer_partitions(to_date(right(relname, 7), 'YYYY_MM'))
FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = 'answers'::regclass;--> statement-breakpoint
ANALYZE "daily_answers", "daily_brands", "daily_domains", "daily_queries", "answers";
