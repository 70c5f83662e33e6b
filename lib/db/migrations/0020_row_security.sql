-- Row-level security fails closed: without an organization, or "*" for work across organizations, no row is visible.
CREATE FUNCTION secure_tenant_table(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('DROP POLICY IF EXISTS tenant ON %s', target);
  -- Subqueries, so that the setting is read once per statement and not once per row.
  EXECUTE format(
    'CREATE POLICY tenant ON %s USING (
      CASE WHEN (SELECT current_setting(''app.organization'', true) = ''*'') THEN true
        ELSE organization_id = (SELECT nullif(nullif(current_setting(''app.organization'', true), ''''), ''*'')::uuid) END)',
    target
  );
END $$;
--> statement-breakpoint
-- Partitions can be read directly, so they need policies of their own.
SELECT secure_tenant_table(tenant.oid)
FROM pg_class tenant JOIN pg_attribute ON attrelid = tenant.oid AND attname = 'organization_id' AND NOT attisdropped
WHERE tenant.relnamespace = 'public'::regnamespace AND tenant.relkind IN ('r', 'p');
--> statement-breakpoint
-- Runs as the owner of the tables, because the role of the product may not create any.
CREATE OR REPLACE FUNCTION ensure_answer_partitions(month date) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  first date := date_trunc('month', month)::date;
  parent text;
  part text;
BEGIN
  FOREACH parent IN ARRAY ARRAY['answers', 'answer_sources', 'mentions'] LOOP
    part := parent || '_' || to_char(first, 'YYYY_MM');
    IF to_regclass(part) IS NOT NULL THEN
      CONTINUE;
    END IF;
    EXECUTE format(
      'CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
      part,
      parent,
      first::text || ' 00:00:00+00',
      (first + interval '1 month')::date::text || ' 00:00:00+00'
    );
    PERFORM secure_tenant_table(part::regclass);
    IF parent = 'answers' THEN
      EXECUTE format(
        'CREATE STATISTICS IF NOT EXISTS %I (dependencies) ON organization_id, project_id FROM %I', part || '_project', part
      );
    END IF;
  END LOOP;
END $$;
--> statement-breakpoint
-- For the migrations that follow.
SELECT set_config('app.organization', '*', false);
