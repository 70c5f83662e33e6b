UPDATE runs SET kind = 'backfill' WHERE kind = 'history';
--> statement-breakpoint
UPDATE saved_views SET query = regexp_replace(regexp_replace(regexp_replace(query,
  '(^|&)rival=', '\1competitor='), '(^|&)named=', '\1mentioned='), '(^|&)unnamed=', '\1unmentioned=');
