CREATE TABLE "daily_models" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"scoring_version" integer DEFAULT 1 NOT NULL,
	"day" date NOT NULL,
	"engine" text NOT NULL,
	"model" text NOT NULL,
	"answers" integer NOT NULL,
	CONSTRAINT "daily_models_organization_id_project_id_scoring_version_day_engine_model_pk" PRIMARY KEY("organization_id","project_id","scoring_version","day","engine","model")
);
--> statement-breakpoint
SELECT secure_tenant_table('daily_models');
--> statement-breakpoint
CREATE STATISTICS daily_models_project (dependencies) ON organization_id, project_id FROM daily_models;
--> statement-breakpoint
-- One scan of all answers, which blocks nobody. Answers that version 0.1.0 stores afterwards are counted when this version scores its projects again.
INSERT INTO "daily_models" (organization_id, project_id, scoring_version, day, engine, model, answers)
SELECT answers.organization_id, answers.project_id, projects.scoring_version,
  (answers.requested_at AT TIME ZONE projects.time_zone)::date AS day, answers.engine, answers.model, count(*)
FROM answers
JOIN projects ON projects.organization_id = answers.organization_id AND projects.id = answers.project_id
WHERE answers.status = 'answered' AND answers.model IS NOT NULL
GROUP BY answers.organization_id, answers.project_id, projects.scoring_version, day, answers.engine, answers.model;
--> statement-breakpoint
-- A rescoring that is under way has not counted the models of the answers behind its cursor, so it starts again.
-- Small table: one row per project that is scored again.
UPDATE "rescore_jobs" SET scoring_algorithm = 0
FROM projects
WHERE projects.organization_id = rescore_jobs.organization_id AND projects.id = rescore_jobs.project_id
  AND rescore_jobs.scoring_version > projects.scoring_version;
