-- The schema of version 0.1.0. In a database of that version, this migration counts as applied: the journal gives it the
-- time of the last migration of 0.1.0.

-- Users and sign-in
CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL,
  name text NOT NULL,
  password_hash text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  email_verified_at timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX users_email ON users (email);
--> statement-breakpoint
CREATE TABLE user_sessions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  ip_address text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  authenticated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT user_sessions_user_id_users_id_fk
    FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX user_sessions_user ON user_sessions (user_id);
--> statement-breakpoint
CREATE INDEX user_sessions_expiry ON user_sessions (expires_at);
--> statement-breakpoint
CREATE TABLE user_identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL,
  email text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT user_identities_issuer_subject_pk PRIMARY KEY (issuer, subject),
  CONSTRAINT user_identities_user_id_users_id_fk
    FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX user_identities_user ON user_identities (user_id);
--> statement-breakpoint
CREATE TABLE totp_factors (
  user_id uuid PRIMARY KEY,
  secret_encrypted text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  confirmed_at timestamp with time zone,
  last_used_step integer,
  CONSTRAINT totp_factors_user_id_users_id_fk
    FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE passkeys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  name text NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  signature_count bigint NOT NULL,
  transports text[] NOT NULL,
  is_synced boolean NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT passkeys_credential_id_unique UNIQUE (credential_id),
  CONSTRAINT passkeys_user_id_users_id_fk
    FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX passkeys_user ON passkeys (user_id);
--> statement-breakpoint
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  CONSTRAINT recovery_codes_user_id_code_hash_pk PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_id_users_id_fk
    FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE auth_challenges (
  token_hash bytea PRIMARY KEY,
  purpose text NOT NULL,
  user_id uuid,
  data jsonb,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT auth_challenges_purpose
    CHECK (purpose IN ('second-step', 'passkey-registration', 'passkey-sign-in', 'passkey-confirmation', 'identity-link')),
  CONSTRAINT auth_challenges_user_id_users_id_fk
    FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX auth_challenges_user ON auth_challenges (user_id);
--> statement-breakpoint
CREATE INDEX auth_challenges_expiry ON auth_challenges (expires_at);
--> statement-breakpoint
CREATE TABLE auth_attempts (
  subject_hash text PRIMARY KEY,
  attempts integer NOT NULL,
  resets_at timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE account_tokens (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL,
  purpose text NOT NULL,
  email text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT account_tokens_purpose CHECK (purpose IN ('password-reset', 'email')),
  CONSTRAINT account_tokens_user_id_users_id_fk
    FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX account_tokens_user ON account_tokens (user_id);
--> statement-breakpoint
-- Organizations
CREATE TABLE organizations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  plan text DEFAULT 'free' NOT NULL,
  sync_concurrency integer NOT NULL,
  signing_secret_encrypted text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  deletes_at timestamp with time zone,
  deletion_started_at timestamp with time zone,
  previous_signing_secret_encrypted text,
  previous_signing_secret_expires_at timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX organizations_deletion ON organizations (deletes_at)
  WHERE deletes_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX organizations_previous_secret ON organizations (previous_signing_secret_expires_at)
  WHERE previous_signing_secret_expires_at IS NOT NULL;
--> statement-breakpoint
CREATE TABLE organization_branding (
  organization_id uuid PRIMARY KEY,
  logo_png text,
  accent_color text,
  footer text DEFAULT '' NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT organization_branding_organization_id_organizations_id_fk
    FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE memberships (
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  role text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT memberships_organization_id_user_id_pk PRIMARY KEY (organization_id, user_id),
  CONSTRAINT memberships_role CHECK (role IN ('owner', 'admin', 'editor', 'viewer')),
  CONSTRAINT memberships_organization_id_organizations_id_fk
    FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE,
  CONSTRAINT memberships_user_id_users_id_fk
    FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX memberships_user ON memberships (user_id);
--> statement-breakpoint
CREATE TABLE invitations (
  organization_id uuid NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  token_hash bytea NOT NULL,
  role text NOT NULL,
  label text DEFAULT '' NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  accepted_at timestamp with time zone,
  revoked_at timestamp with time zone,
  email text,
  CONSTRAINT invitations_organization_id_id_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT invitations_organization_id_organizations_id_fk
    FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX invitations_token ON invitations (token_hash);
--> statement-breakpoint
CREATE TABLE audit_log (
  organization_id uuid NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  occurred_at timestamp with time zone NOT NULL,
  actor_kind text NOT NULL,
  actor_id uuid,
  action text NOT NULL,
  target text NOT NULL,
  target_id uuid,
  before jsonb,
  after jsonb,
  ip_address text,
  user_agent text,
  CONSTRAINT audit_log_organization_id_id_pk PRIMARY KEY (organization_id, id)
);
--> statement-breakpoint
CREATE INDEX audit_log_recent ON audit_log (organization_id, occurred_at DESC NULLS LAST);
--> statement-breakpoint
-- API keys and requests
CREATE TABLE api_keys (
  organization_id uuid NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  name text NOT NULL,
  secret_hash bytea NOT NULL,
  last_four text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  created_by uuid,
  prefix text DEFAULT '' NOT NULL,
  scopes text[],
  allowed_ips text[] DEFAULT '{}' NOT NULL,
  last_used_ip text,
  CONSTRAINT api_keys_organization_id_id_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT api_keys_organization_id_organizations_id_fk
    FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX api_keys_secret ON api_keys (secret_hash);
--> statement-breakpoint
CREATE UNLOGGED TABLE rate_limit_windows (
  organization_id uuid NOT NULL,
  kind text NOT NULL,
  started_at timestamp with time zone NOT NULL,
  requests integer NOT NULL,
  CONSTRAINT rate_limit_windows_organization_id_kind_pk PRIMARY KEY (organization_id, kind)
);
--> statement-breakpoint
CREATE TABLE requests (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  key_id uuid NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  status integer NOT NULL,
  code text,
  credits_charged integer NOT NULL,
  latency_ms integer NOT NULL,
  received_at timestamp with time zone NOT NULL,
  provider text,
  cost numeric,
  currency text,
  tokens integer,
  CONSTRAINT requests_organization_id_received_at_id_pk PRIMARY KEY (organization_id, received_at, id)
);
--> statement-breakpoint
CREATE INDEX requests_key ON requests (organization_id, key_id, received_at, id);
--> statement-breakpoint
CREATE INDEX requests_errors ON requests (organization_id, received_at, id)
  WHERE status >= 400;
--> statement-breakpoint
CREATE INDEX requests_age ON requests USING brin (received_at);
--> statement-breakpoint
-- Credits
CREATE TABLE credit_balances (
  organization_id uuid PRIMARY KEY,
  month text NOT NULL,
  balance bigint NOT NULL,
  held bigint DEFAULT 0 NOT NULL,
  in_flight integer DEFAULT 0 NOT NULL,
  CONSTRAINT credit_balances_in_flight CHECK (in_flight >= 0),
  CONSTRAINT credit_balances_covered CHECK (held >= 0 AND balance >= held),
  CONSTRAINT credit_balances_organization_id_organizations_id_fk
    FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE credit_ledger (
  organization_id uuid NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  amount bigint NOT NULL,
  subject_id uuid,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  engine text,
  key_id uuid,
  CONSTRAINT credit_ledger_organization_id_created_at_id_pk PRIMARY KEY (organization_id, created_at, id),
  CONSTRAINT credit_ledger_organization_id_organizations_id_fk
    FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX credit_ledger_renewals ON credit_ledger (organization_id, created_at, id)
  WHERE kind <> 'charge';
--> statement-breakpoint
CREATE UNIQUE INDEX credit_ledger_subject ON credit_ledger (organization_id, subject_id)
  WHERE kind = 'charge';
--> statement-breakpoint
CREATE TABLE credit_usage_daily (
  organization_id uuid NOT NULL,
  day date NOT NULL,
  engine text,
  key_id uuid,
  credits bigint NOT NULL,
  charge_count integer NOT NULL,
  CONSTRAINT credit_usage_daily_key UNIQUE NULLS NOT DISTINCT (organization_id, day, engine, key_id),
  CONSTRAINT credit_usage_daily_organization_id_organizations_id_fk
    FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE sync_leases (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  credits integer NOT NULL,
  leased_until timestamp with time zone NOT NULL,
  CONSTRAINT sync_leases_organization_id_id_pk PRIMARY KEY (organization_id, id)
);
--> statement-breakpoint
CREATE INDEX sync_leases_leased_until ON sync_leases (leased_until);
--> statement-breakpoint
-- Tasks
CREATE TABLE task_queue_stats (
  organization_id uuid PRIMARY KEY,
  queued integer DEFAULT 0 NOT NULL,
  processing integer DEFAULT 0 NOT NULL,
  async_concurrency integer NOT NULL,
  last_claimed_at timestamp with time zone DEFAULT now() NOT NULL,
  is_paused boolean DEFAULT false NOT NULL,
  CONSTRAINT task_queue_stats_counts CHECK (queued >= 0 AND processing >= 0)
);
--> statement-breakpoint
CREATE INDEX task_queue_stats_ready ON task_queue_stats (last_claimed_at)
  WHERE queued > 0;
--> statement-breakpoint
CREATE TABLE tasks (
  organization_id uuid NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  engine text NOT NULL,
  request jsonb NOT NULL,
  status text DEFAULT 'QUEUED' NOT NULL,
  priority smallint DEFAULT 1 NOT NULL,
  idempotency_key text,
  webhook_url text,
  credits_to_charge integer NOT NULL,
  credits_charged integer,
  attempt integer DEFAULT 0 NOT NULL,
  leased_until timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  started_at timestamp with time zone,
  completed_at timestamp with time zone,
  response jsonb,
  provider text,
  cost numeric,
  currency text,
  tokens integer,
  key_id uuid,
  trace_parent text,
  CONSTRAINT tasks_organization_id_id_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT tasks_status CHECK (status IN ('QUEUED', 'PROCESSING', 'COMPLETED', 'FAILED'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX tasks_idempotency ON tasks (organization_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
--> statement-breakpoint
CREATE INDEX tasks_queue ON tasks (organization_id, priority DESC NULLS LAST, sequence)
  WHERE status = 'QUEUED';
--> statement-breakpoint
CREATE INDEX tasks_queue_engine ON tasks (organization_id, engine, priority DESC NULLS LAST, sequence)
  WHERE status = 'QUEUED';
--> statement-breakpoint
CREATE INDEX tasks_leases ON tasks (leased_until)
  WHERE status = 'PROCESSING';
--> statement-breakpoint
CREATE INDEX tasks_completed ON tasks (completed_at)
  WHERE completed_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX tasks_failed ON tasks (organization_id, completed_at, id)
  WHERE status = 'FAILED';
--> statement-breakpoint
CREATE TABLE stored_pages (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  page integer NOT NULL,
  html text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT stored_pages_id_page_pk PRIMARY KEY (id, page)
);
--> statement-breakpoint
CREATE INDEX stored_pages_expiry ON stored_pages (expires_at);
--> statement-breakpoint
-- Webhooks
CREATE TABLE deliveries (
  organization_id uuid NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  task_id uuid NOT NULL,
  url text NOT NULL,
  body text NOT NULL,
  status text DEFAULT 'pending' NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  claim_number integer DEFAULT 0 NOT NULL,
  due_at timestamp with time zone DEFAULT now() NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  completed_at timestamp with time zone,
  endpoint_id uuid GENERATED ALWAYS AS (md5(split_part(split_part(url, '#', 1), '?', 1))::uuid) STORED NOT NULL,
  is_test boolean DEFAULT false NOT NULL,
  trace_parent text,
  CONSTRAINT deliveries_organization_id_id_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT deliveries_status CHECK (status IN ('pending', 'delivered', 'failed', 'not_sent'))
);
--> statement-breakpoint
CREATE INDEX deliveries_due ON deliveries (due_at)
  WHERE status = 'pending';
--> statement-breakpoint
CREATE INDEX deliveries_recent ON deliveries
  (organization_id, created_at DESC NULLS LAST, id DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX deliveries_endpoint ON deliveries
  (organization_id, endpoint_id, created_at DESC NULLS LAST, id DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX deliveries_task ON deliveries (organization_id, task_id);
--> statement-breakpoint
CREATE INDEX deliveries_completed ON deliveries (completed_at)
  WHERE status <> 'pending';
--> statement-breakpoint
CREATE INDEX deliveries_undelivered ON deliveries
  (organization_id, created_at DESC NULLS LAST, id DESC NULLS LAST)
  WHERE status IN ('failed', 'not_sent');
--> statement-breakpoint
CREATE TABLE delivery_attempts (
  organization_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  attempt integer NOT NULL,
  started_at timestamp with time zone NOT NULL,
  duration_ms integer NOT NULL,
  status_code integer,
  error text,
  request_headers jsonb,
  response_headers jsonb,
  response_body text,
  response_truncated boolean DEFAULT false NOT NULL,
  CONSTRAINT delivery_attempts_organization_id_delivery_id_attempt_pk
    PRIMARY KEY (organization_id, delivery_id, attempt)
);
--> statement-breakpoint
CREATE TABLE webhook_endpoints (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  label text NOT NULL,
  last_success_at timestamp with time zone,
  last_failure_at timestamp with time zone,
  failing_since timestamp with time zone,
  failing_days integer DEFAULT 0 NOT NULL,
  disabled_at timestamp with time zone,
  notice_closed_at timestamp with time zone,
  CONSTRAINT webhook_endpoints_organization_id_id_pk PRIMARY KEY (organization_id, id)
);
--> statement-breakpoint
CREATE INDEX webhook_endpoints_disabled ON webhook_endpoints (organization_id)
  WHERE disabled_at IS NOT NULL;
--> statement-breakpoint
CREATE TABLE webhook_endpoint_stats (
  organization_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  hour timestamp with time zone NOT NULL,
  delivered integer NOT NULL,
  failed integer NOT NULL,
  not_sent integer NOT NULL,
  latency_histogram integer[] NOT NULL,
  CONSTRAINT webhook_endpoint_stats_organization_id_endpoint_id_hour_pk
    PRIMARY KEY (organization_id, endpoint_id, hour)
);
--> statement-breakpoint
-- Providers
CREATE TABLE provider_keys (
  organization_id uuid NOT NULL,
  provider text NOT NULL,
  keys_encrypted text NOT NULL,
  last_four text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT provider_keys_organization_id_provider_pk PRIMARY KEY (organization_id, provider)
);
--> statement-breakpoint
CREATE TABLE circuit_breakers (
  organization_id uuid NOT NULL,
  provider text NOT NULL,
  key_fingerprint text NOT NULL,
  reason text NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  failed_probes integer DEFAULT 0 NOT NULL,
  probe_at timestamp with time zone NOT NULL,
  CONSTRAINT circuit_breakers_organization_id_provider_key_fingerprint_pk
    PRIMARY KEY (organization_id, provider, key_fingerprint)
);
--> statement-breakpoint
CREATE TABLE provider_stats_hourly (
  organization_id uuid NOT NULL,
  provider text NOT NULL,
  engine text NOT NULL,
  hour timestamp with time zone NOT NULL,
  requests integer NOT NULL,
  transient_errors integer NOT NULL,
  permanent_errors integer NOT NULL,
  quota_errors integer NOT NULL,
  throttled_count integer NOT NULL,
  throttled_ms bigint NOT NULL,
  latency_histogram integer[] NOT NULL,
  total_latency_ms bigint NOT NULL,
  tokens bigint NOT NULL,
  cost numeric NOT NULL,
  currency text,
  CONSTRAINT provider_stats_hourly_organization_id_hour_provider_engine_pk
    PRIMARY KEY (organization_id, hour, provider, engine)
);
--> statement-breakpoint
-- Emails
CREATE TABLE email_attachments (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  content_encrypted text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT email_attachments_organization_id_organizations_id_fk
    FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX email_attachments_organization ON email_attachments (organization_id);
--> statement-breakpoint
CREATE INDEX email_attachments_expiry ON email_attachments (expires_at);
--> statement-breakpoint
CREATE TABLE emails (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  organization_id uuid,
  recipient text NOT NULL,
  subject text NOT NULL,
  content_encrypted text,
  status text DEFAULT 'pending' NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp with time zone NOT NULL,
  last_error text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  sent_at timestamp with time zone,
  expires_at timestamp with time zone NOT NULL,
  attachment_id uuid,
  CONSTRAINT emails_status CHECK (status IN ('pending', 'sent', 'failed')),
  CONSTRAINT emails_organization_id_organizations_id_fk
    FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE,
  CONSTRAINT emails_attachment_id_email_attachments_id_fk
    FOREIGN KEY (attachment_id) REFERENCES email_attachments (id) ON DELETE SET NULL
);
--> statement-breakpoint
CREATE INDEX emails_due ON emails (next_attempt_at)
  WHERE status = 'pending';
--> statement-breakpoint
CREATE INDEX emails_expiry ON emails (expires_at);
--> statement-breakpoint
CREATE INDEX emails_attachment ON emails (attachment_id)
  WHERE attachment_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX emails_organization ON emails (organization_id);
--> statement-breakpoint
-- Projects
CREATE TABLE service_credentials (
  organization_id uuid PRIMARY KEY,
  api_key_encrypted text NOT NULL,
  signing_secret_encrypted text,
  webhook_token_hash bytea NOT NULL,
  webhook_token_encrypted text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX service_credentials_webhook_token ON service_credentials (webhook_token_hash);
--> statement-breakpoint
CREATE TABLE projects (
  organization_id uuid NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  scoring_version integer DEFAULT 1 NOT NULL,
  sentiment_classifier text,
  CONSTRAINT projects_organization_id_id_pk PRIMARY KEY (organization_id, id)
);
--> statement-breakpoint
CREATE INDEX projects_name ON projects (name);
--> statement-breakpoint
CREATE TABLE brands (
  organization_id uuid NOT NULL,
  project_id uuid NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  aliases text[] DEFAULT '{}' NOT NULL,
  domains text[] DEFAULT '{}' NOT NULL,
  required_context text[] DEFAULT '{}' NOT NULL,
  excluded_context text[] DEFAULT '{}' NOT NULL,
  color_index integer NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  match_case boolean DEFAULT false NOT NULL,
  CONSTRAINT brands_organization_id_id_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT brands_role CHECK (role IN ('own', 'competitor')),
  CONSTRAINT brands_organization_id_project_id_projects_organization_id_id_fk
    FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX brands_name ON brands (organization_id, project_id, lower(name));
--> statement-breakpoint
CREATE UNIQUE INDEX brands_own ON brands (organization_id, project_id)
  WHERE role = 'own';
--> statement-breakpoint
CREATE TABLE prompts (
  organization_id uuid NOT NULL,
  project_id uuid NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  text text NOT NULL,
  topic text DEFAULT '' NOT NULL,
  tags text[] DEFAULT '{}' NOT NULL,
  language text DEFAULT 'en' NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  archived_at timestamp with time zone,
  CONSTRAINT prompts_organization_id_id_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT prompts_organization_id_project_id_projects_organization_id_id_fk
    FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX prompts_text ON prompts (organization_id, project_id, md5(text));
--> statement-breakpoint
CREATE TABLE domain_types (
  organization_id uuid NOT NULL,
  project_id uuid NOT NULL,
  domain text NOT NULL,
  type text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT domain_types_organization_id_project_id_domain_pk
    PRIMARY KEY (organization_id, project_id, domain),
  CONSTRAINT domain_types_organization_id_project_id_projects_organization_id_id_fk
    FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE annotations (
  organization_id uuid NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  project_id uuid NOT NULL,
  day date NOT NULL,
  kind text NOT NULL,
  text text NOT NULL,
  created_by uuid,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT annotations_organization_id_id_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT annotations_kind CHECK (kind IN ('note', 'model', 'prompts', 'brands')),
  CONSTRAINT annotations_organization_id_project_id_projects_organization_id_id_fk
    FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX annotations_day ON annotations (organization_id, project_id, day);
--> statement-breakpoint
CREATE TABLE saved_views (
  organization_id uuid NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  project_id uuid NOT NULL,
  name text NOT NULL,
  page text NOT NULL,
  query text NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT saved_views_organization_id_id_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT saved_views_organization_id_project_id_projects_organization_id_id_fk
    FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX saved_views_project ON saved_views (organization_id, project_id);
--> statement-breakpoint
CREATE TABLE experiments (
  organization_id uuid NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  project_id uuid NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  changed_on date NOT NULL,
  prompt_ids uuid[] NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  assignment text DEFAULT 'chosen' NOT NULL,
  CONSTRAINT experiments_organization_id_id_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT experiments_organization_id_project_id_projects_organization_id_id_fk
    FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX experiments_project ON experiments (organization_id, project_id);
--> statement-breakpoint
CREATE TABLE project_budgets (
  organization_id uuid NOT NULL,
  project_id uuid NOT NULL,
  project_credits integer,
  schedule_credits integer,
  CONSTRAINT project_budgets_organization_id_project_id_pk PRIMARY KEY (organization_id, project_id),
  CONSTRAINT project_budgets_credits CHECK (project_credits >= 0 AND schedule_credits >= 0),
  CONSTRAINT project_budgets_organization_id_project_id_projects_organization_id_id_fk
    FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE project_usage_daily (
  organization_id uuid NOT NULL,
  project_id uuid NOT NULL,
  day date NOT NULL,
  credits bigint NOT NULL,
  scheduled_credits bigint NOT NULL,
  CONSTRAINT project_usage_daily_organization_id_project_id_day_pk
    PRIMARY KEY (organization_id, project_id, day),
  CONSTRAINT project_usage_daily_organization_id_organizations_id_fk
    FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
);
--> statement-breakpoint
-- Runs
CREATE TABLE schedules (
  organization_id uuid NOT NULL,
  project_id uuid NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  engines text[] NOT NULL,
  countries text[] NOT NULL,
  samples integer DEFAULT 1 NOT NULL,
  cadence text NOT NULL,
  time_zone text NOT NULL,
  hour integer DEFAULT 6 NOT NULL,
  weekday integer DEFAULT 1 NOT NULL,
  enabled boolean DEFAULT true NOT NULL,
  next_run_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  add_ons boolean DEFAULT false NOT NULL,
  CONSTRAINT schedules_organization_id_id_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT schedules_cadence CHECK (cadence IN ('hourly', 'daily', 'weekly', 'monthly')),
  CONSTRAINT schedules_organization_id_project_id_projects_organization_id_id_fk
    FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX schedules_project ON schedules (organization_id, project_id);
--> statement-breakpoint
CREATE INDEX schedules_due ON schedules (next_run_at)
  WHERE enabled;
--> statement-breakpoint
CREATE TABLE runs (
  organization_id uuid NOT NULL,
  project_id uuid NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  schedule_id uuid,
  kind text NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  engines text[] NOT NULL,
  countries text[] NOT NULL,
  samples integer NOT NULL,
  item_count integer NOT NULL,
  status text DEFAULT 'sending' NOT NULL,
  error text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  completed_at timestamp with time zone,
  add_ons boolean DEFAULT false NOT NULL,
  pause_reason text,
  CONSTRAINT runs_organization_id_id_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT runs_status CHECK (status IN ('sending', 'waiting', 'paused', 'completed')),
  CONSTRAINT runs_organization_id_project_id_projects_organization_id_id_fk
    FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX runs_slot ON runs (organization_id, schedule_id, requested_at)
  WHERE schedule_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX runs_recent ON runs (organization_id, project_id, created_at DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX runs_coverage ON runs (organization_id, project_id, engines, countries);
--> statement-breakpoint
CREATE INDEX runs_open ON runs (status)
  WHERE status <> 'completed';
--> statement-breakpoint
CREATE INDEX runs_paused ON runs (organization_id, schedule_id)
  WHERE status = 'paused';
--> statement-breakpoint
CREATE TABLE run_items (
  organization_id uuid NOT NULL,
  run_id uuid NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  prompt_id uuid NOT NULL,
  engine text NOT NULL,
  country text NOT NULL,
  sample integer NOT NULL,
  status text DEFAULT 'pending' NOT NULL,
  task_id uuid,
  error_code text,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  credits integer,
  CONSTRAINT run_items_organization_id_run_id_id_pk PRIMARY KEY (organization_id, run_id, id),
  CONSTRAINT run_items_status
    CHECK (status IN ('pending', 'sent', 'answered', 'no_answer', 'failed', 'unreadable', 'not_sent')),
  CONSTRAINT run_items_organization_id_run_id_runs_organization_id_id_fk
    FOREIGN KEY (organization_id, run_id) REFERENCES runs (organization_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX run_items_open ON run_items (organization_id, run_id, status)
  WHERE status IN ('pending', 'sent');
--> statement-breakpoint
CREATE INDEX run_items_failed ON run_items (organization_id, run_id)
  WHERE status = 'failed';
--> statement-breakpoint
CREATE TABLE webhook_inbox (
  organization_id uuid NOT NULL,
  task_id uuid NOT NULL,
  record jsonb NOT NULL,
  source text NOT NULL,
  received_at timestamp with time zone DEFAULT now() NOT NULL,
  ingested_at timestamp with time zone,
  error text,
  trace_parent text,
  CONSTRAINT webhook_inbox_organization_id_task_id_pk PRIMARY KEY (organization_id, task_id)
);
--> statement-breakpoint
CREATE INDEX webhook_inbox_open ON webhook_inbox (received_at)
  WHERE ingested_at IS NULL;
--> statement-breakpoint
CREATE INDEX webhook_inbox_waiting ON webhook_inbox (organization_id, received_at)
  WHERE ingested_at IS NULL;
--> statement-breakpoint
-- Answers, by month
CREATE TABLE answers (
  organization_id uuid NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  run_id uuid NOT NULL,
  task_id uuid NOT NULL,
  prompt_id uuid NOT NULL,
  engine text NOT NULL,
  country text NOT NULL,
  sample integer NOT NULL,
  status text NOT NULL,
  model text,
  text text NOT NULL,
  markdown text,
  search_queries text[] NOT NULL,
  result jsonb NOT NULL,
  scoring_version integer DEFAULT 1 NOT NULL,
  CONSTRAINT answers_organization_id_requested_at_id_pk PRIMARY KEY (organization_id, requested_at, id)
) PARTITION BY RANGE (requested_at);
--> statement-breakpoint
CREATE INDEX answers_recent ON answers (organization_id, project_id, requested_at DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX answers_by_id ON answers (organization_id, id);
--> statement-breakpoint
CREATE INDEX answers_of_prompt ON answers
  (organization_id, project_id, prompt_id, engine, country, requested_at DESC NULLS LAST);
--> statement-breakpoint
CREATE TABLE answer_sources (
  organization_id uuid NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  answer_id uuid NOT NULL,
  position integer NOT NULL,
  url text NOT NULL,
  normalized_url text NOT NULL,
  domain text NOT NULL,
  label text NOT NULL,
  citations integer NOT NULL,
  CONSTRAINT answer_sources_organization_id_requested_at_answer_id_position_pk
    PRIMARY KEY (organization_id, requested_at, answer_id, position)
) PARTITION BY RANGE (requested_at);
--> statement-breakpoint
CREATE INDEX answer_sources_domain ON answer_sources (organization_id, domain, requested_at);
--> statement-breakpoint
CREATE TABLE mentions (
  organization_id uuid NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  answer_id uuid NOT NULL,
  brand_id uuid NOT NULL,
  rank integer NOT NULL,
  count integer NOT NULL,
  spans integer[] NOT NULL,
  scoring_version integer DEFAULT 1 NOT NULL,
  sentence_ids uuid[],
  CONSTRAINT mentions_organization_id_requested_at_answer_id_scoring_version_brand_id_pk
    PRIMARY KEY (organization_id, requested_at, answer_id, scoring_version, brand_id)
) PARTITION BY RANGE (requested_at);
--> statement-breakpoint
-- Rollups
CREATE TABLE daily_answers (
  organization_id uuid NOT NULL,
  project_id uuid NOT NULL,
  day date NOT NULL,
  prompt_id uuid NOT NULL,
  engine text NOT NULL,
  country text NOT NULL,
  answered integer NOT NULL,
  no_answer integer NOT NULL,
  unreadable integer NOT NULL,
  citations integer NOT NULL,
  is_branded_prompt boolean NOT NULL,
  fictional boolean NOT NULL,
  scoring_version integer DEFAULT 1 NOT NULL,
  with_search_queries integer DEFAULT 0 NOT NULL,
  sources_listed integer DEFAULT 0 NOT NULL,
  fictional_answers integer,
  CONSTRAINT daily_answers_organization_id_project_id_scoring_version_day_prompt_id_engine_country_pk
    PRIMARY KEY (organization_id, project_id, scoring_version, day, prompt_id, engine, country)
);
--> statement-breakpoint
CREATE TABLE daily_brands (
  organization_id uuid NOT NULL,
  project_id uuid NOT NULL,
  day date NOT NULL,
  prompt_id uuid NOT NULL,
  engine text NOT NULL,
  country text NOT NULL,
  brand_id uuid NOT NULL,
  mentioned integer NOT NULL,
  mentions integer NOT NULL,
  rank_sum integer NOT NULL,
  rank_first_count integer NOT NULL,
  cited integer NOT NULL,
  citations integer NOT NULL,
  scoring_version integer DEFAULT 1 NOT NULL,
  rank_histogram integer[] DEFAULT '{}' NOT NULL,
  positive integer DEFAULT 0 NOT NULL,
  neutral integer DEFAULT 0 NOT NULL,
  negative integer DEFAULT 0 NOT NULL,
  CONSTRAINT daily_brands_organization_id_project_id_scoring_version_day_prompt_id_engine_country_brand_id_pk
    PRIMARY KEY (organization_id, project_id, scoring_version, day, prompt_id, engine, country, brand_id)
);
--> statement-breakpoint
CREATE TABLE daily_domains (
  organization_id uuid NOT NULL,
  project_id uuid NOT NULL,
  day date NOT NULL,
  prompt_id uuid NOT NULL,
  engine text NOT NULL,
  country text NOT NULL,
  domain text NOT NULL,
  listed integer NOT NULL,
  cited integer NOT NULL,
  citations integer NOT NULL,
  scoring_version integer DEFAULT 1 NOT NULL,
  mentioned integer DEFAULT 0 NOT NULL,
  gap integer DEFAULT 0 NOT NULL,
  CONSTRAINT daily_domains_organization_id_project_id_scoring_version_day_prompt_id_engine_country_domain_pk
    PRIMARY KEY (organization_id, project_id, scoring_version, day, prompt_id, engine, country, domain)
);
--> statement-breakpoint
CREATE TABLE daily_queries (
  organization_id uuid NOT NULL,
  project_id uuid NOT NULL,
  scoring_version integer DEFAULT 1 NOT NULL,
  day date NOT NULL,
  prompt_id uuid NOT NULL,
  engine text NOT NULL,
  country text NOT NULL,
  query text NOT NULL,
  answers integer NOT NULL,
  mentioned integer NOT NULL,
  CONSTRAINT daily_queries_organization_id_project_id_scoring_version_day_prompt_id_engine_country_query_pk
    PRIMARY KEY (organization_id, project_id, scoring_version, day, prompt_id, engine, country, query)
);
--> statement-breakpoint
CREATE TABLE daily_aspects (
  organization_id uuid NOT NULL,
  project_id uuid NOT NULL,
  scoring_version integer DEFAULT 1 NOT NULL,
  day date NOT NULL,
  prompt_id uuid NOT NULL,
  engine text NOT NULL,
  country text NOT NULL,
  brand_id uuid NOT NULL,
  aspect text NOT NULL,
  positive integer NOT NULL,
  negative integer NOT NULL,
  CONSTRAINT daily_aspects_organization_id_project_id_scoring_version_day_prompt_id_engine_country_brand_id_aspect_pk
    PRIMARY KEY (organization_id, project_id, scoring_version, day, prompt_id, engine, country, brand_id, aspect)
);
--> statement-breakpoint
CREATE TABLE rollup_months (
  organization_id uuid NOT NULL,
  project_id uuid NOT NULL,
  scoring_version integer NOT NULL,
  month date NOT NULL,
  summed_to date,
  due_at timestamp with time zone,
  CONSTRAINT rollup_months_organization_id_project_id_scoring_version_month_pk
    PRIMARY KEY (organization_id, project_id, scoring_version, month)
);
--> statement-breakpoint
CREATE INDEX rollup_months_due ON rollup_months (due_at)
  WHERE due_at IS NOT NULL;
--> statement-breakpoint
CREATE TABLE monthly_answers (
  organization_id uuid NOT NULL,
  project_id uuid NOT NULL,
  scoring_version integer NOT NULL,
  month date NOT NULL,
  prompt_id uuid,
  engine text NOT NULL,
  country text,
  day date,
  is_branded_prompt boolean NOT NULL,
  answered integer NOT NULL,
  no_answer integer NOT NULL,
  citations integer NOT NULL,
  fictional boolean,
  fictional_answers integer
);
--> statement-breakpoint
CREATE INDEX monthly_answers_month ON monthly_answers (organization_id, project_id, scoring_version, month);
--> statement-breakpoint
CREATE TABLE monthly_brands (
  organization_id uuid NOT NULL,
  project_id uuid NOT NULL,
  scoring_version integer NOT NULL,
  month date NOT NULL,
  prompt_id uuid,
  engine text NOT NULL,
  country text,
  day date,
  is_branded_prompt boolean NOT NULL,
  brand_id uuid NOT NULL,
  mentioned integer NOT NULL,
  rank_sum integer NOT NULL,
  rank_first_count integer NOT NULL,
  cited integer NOT NULL,
  citations integer NOT NULL,
  positive integer NOT NULL,
  neutral integer NOT NULL,
  negative integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX monthly_brands_month ON monthly_brands (organization_id, project_id, scoring_version, month);
--> statement-breakpoint
CREATE TABLE monthly_domains (
  organization_id uuid NOT NULL,
  project_id uuid NOT NULL,
  scoring_version integer NOT NULL,
  month date NOT NULL,
  prompt_id uuid,
  engine text NOT NULL,
  country text,
  day date,
  is_branded_prompt boolean NOT NULL,
  domain text NOT NULL,
  listed integer NOT NULL,
  cited integer NOT NULL,
  citations integer NOT NULL,
  mentioned integer NOT NULL,
  gap integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX monthly_domains_domain ON monthly_domains
  (organization_id, project_id, scoring_version, domain, month);
--> statement-breakpoint
CREATE INDEX monthly_domains_engine ON monthly_domains (organization_id, project_id, scoring_version, month)
  WHERE prompt_id IS NULL AND day IS NULL;
--> statement-breakpoint
CREATE TABLE rescore_jobs (
  organization_id uuid NOT NULL,
  project_id uuid NOT NULL,
  scoring_version integer NOT NULL,
  published_brands jsonb NOT NULL,
  answer_count integer NOT NULL,
  scored_count integer DEFAULT 0 NOT NULL,
  cursor_requested_at timestamp with time zone,
  cursor_answer_id uuid,
  heartbeat_at timestamp with time zone DEFAULT now() NOT NULL,
  started_at timestamp with time zone DEFAULT now() NOT NULL,
  sentiment_classifier text,
  CONSTRAINT rescore_jobs_organization_id_project_id_pk PRIMARY KEY (organization_id, project_id),
  CONSTRAINT rescore_jobs_organization_id_project_id_projects_organization_id_id_fk
    FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
-- Sentiment
CREATE TABLE sentiment_classifiers (
  organization_id uuid PRIMARY KEY,
  name text NOT NULL,
  provider text NOT NULL,
  model text NOT NULL,
  since timestamp with time zone NOT NULL,
  input_price double precision NOT NULL,
  output_price double precision NOT NULL,
  input_tokens bigint DEFAULT 0 NOT NULL,
  output_tokens bigint DEFAULT 0 NOT NULL,
  error text,
  retry_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE classified_sentences (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  sentence text NOT NULL,
  sentiment text,
  aspects text[] NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT classified_sentences_organization_id_id_pk PRIMARY KEY (organization_id, id)
);
--> statement-breakpoint
CREATE TABLE sentiment_queue (
  organization_id uuid NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  answer_id uuid NOT NULL,
  scoring_version integer NOT NULL,
  CONSTRAINT sentiment_queue_organization_id_requested_at_answer_id_scoring_version_pk
    PRIMARY KEY (organization_id, requested_at, answer_id, scoring_version)
);
--> statement-breakpoint
-- Reports
CREATE TABLE reports (
  organization_id uuid NOT NULL,
  project_id uuid NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  name text NOT NULL,
  filters text DEFAULT '' NOT NULL,
  blocks jsonb NOT NULL,
  revision integer DEFAULT 1 NOT NULL,
  frozen_at timestamp with time zone,
  frozen_data jsonb,
  created_by uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT reports_organization_id_id_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT reports_organization_id_project_id_projects_organization_id_id_fk
    FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX reports_project ON reports (organization_id, project_id, created_at);
--> statement-breakpoint
CREATE TABLE shares (
  organization_id uuid NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  project_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  revoked_at timestamp with time zone,
  password_hash text,
  expires_at timestamp with time zone,
  report_id uuid NOT NULL,
  label text DEFAULT '' NOT NULL,
  is_one_time boolean DEFAULT false NOT NULL,
  opened_at timestamp with time zone,
  opened_by_hash bytea,
  shows_annotations boolean DEFAULT false NOT NULL,
  allows_downloads boolean DEFAULT false NOT NULL,
  embed_origins text[] DEFAULT '{}' NOT NULL,
  view_count integer DEFAULT 0 NOT NULL,
  first_viewed_at timestamp with time zone,
  last_viewed_at timestamp with time zone,
  paused_at timestamp with time zone,
  CONSTRAINT shares_organization_id_id_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT shares_organization_id_project_id_projects_organization_id_id_fk
    FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT shares_organization_id_report_id_reports_organization_id_id_fk
    FOREIGN KEY (organization_id, report_id) REFERENCES reports (organization_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX shares_token ON shares (token_hash);
--> statement-breakpoint
CREATE INDEX shares_report ON shares (organization_id, report_id);
--> statement-breakpoint
CREATE TABLE share_visitors (
  organization_id uuid NOT NULL,
  share_id uuid NOT NULL,
  visitor_hash bytea NOT NULL,
  wrong_passwords integer DEFAULT 0 NOT NULL,
  wrong_since timestamp with time zone,
  last_viewed_at timestamp with time zone,
  seen_at timestamp with time zone NOT NULL,
  CONSTRAINT share_visitors_organization_id_share_id_visitor_hash_pk
    PRIMARY KEY (organization_id, share_id, visitor_hash),
  CONSTRAINT share_visitors_organization_id_share_id_shares_organization_id_id_fk
    FOREIGN KEY (organization_id, share_id) REFERENCES shares (organization_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE print_tokens (
  token_hash bytea PRIMARY KEY,
  organization_id uuid NOT NULL,
  report_id uuid NOT NULL,
  query text NOT NULL,
  shows_annotations boolean NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT print_tokens_organization_id_report_id_reports_organization_id_id_fk
    FOREIGN KEY (organization_id, report_id) REFERENCES reports (organization_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE report_subscriptions (
  organization_id uuid NOT NULL,
  project_id uuid NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  report_id uuid NOT NULL,
  cadence text NOT NULL,
  time_zone text NOT NULL,
  minute_of_day integer NOT NULL,
  weekday integer NOT NULL,
  day_of_month integer NOT NULL,
  attachment text NOT NULL,
  skips_unchanged boolean NOT NULL,
  next_due_at timestamp with time zone,
  last_run_at timestamp with time zone,
  last_outcome text,
  last_error text,
  fingerprint text,
  created_by uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT report_subscriptions_organization_id_id_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT report_subscriptions_minute CHECK (minute_of_day BETWEEN 0 AND 1439),
  CONSTRAINT report_subscriptions_day CHECK (day_of_month BETWEEN 1 AND 31),
  CONSTRAINT report_subscriptions_organization_id_project_id_projects_organization_id_id_fk
    FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT report_subscriptions_organization_id_report_id_reports_organization_id_id_fk
    FOREIGN KEY (organization_id, report_id) REFERENCES reports (organization_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX report_subscriptions_report ON report_subscriptions (organization_id, report_id);
--> statement-breakpoint
CREATE INDEX report_subscriptions_due ON report_subscriptions (next_due_at)
  WHERE next_due_at IS NOT NULL;
--> statement-breakpoint
CREATE TABLE report_recipients (
  organization_id uuid NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  subscription_id uuid NOT NULL,
  email text NOT NULL,
  confirmed_at timestamp with time zone,
  unsubscribed_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT report_recipients_organization_id_id_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT report_recipients_organization_id_subscription_id_report_subscriptions_organization_id_id_fk
    FOREIGN KEY (organization_id, subscription_id) REFERENCES report_subscriptions (organization_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX report_recipients_email ON report_recipients (organization_id, subscription_id, email);
--> statement-breakpoint
-- Alerts
CREATE TABLE alerts (
  organization_id uuid NOT NULL,
  project_id uuid NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  condition jsonb NOT NULL,
  query text DEFAULT '' NOT NULL,
  state text DEFAULT 'cleared' NOT NULL,
  state_since timestamp with time zone NOT NULL,
  evaluation_data jsonb NOT NULL,
  unknown_reason text,
  evaluated_day date,
  evaluate_at timestamp with time zone,
  created_by uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT alerts_organization_id_id_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT alerts_state CHECK (state IN ('cleared', 'pending', 'alerting', 'recovering')),
  CONSTRAINT alerts_organization_id_project_id_projects_organization_id_id_fk
    FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX alerts_project ON alerts (organization_id, project_id);
--> statement-breakpoint
CREATE INDEX alerts_due ON alerts (evaluate_at)
  WHERE evaluate_at IS NOT NULL;
--> statement-breakpoint
CREATE TABLE alert_channels (
  organization_id uuid NOT NULL,
  project_id uuid NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  kind text NOT NULL,
  label text NOT NULL,
  target_encrypted text NOT NULL,
  secret_encrypted text,
  quiet_from smallint,
  quiet_to smallint,
  time_zone text DEFAULT 'UTC' NOT NULL,
  last_sent_at timestamp with time zone,
  last_error text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  previous_secret_encrypted text,
  previous_secret_expires_at timestamp with time zone,
  CONSTRAINT alert_channels_organization_id_id_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT alert_channels_kind CHECK (kind IN ('email', 'webhook', 'slack')),
  CONSTRAINT alert_channels_organization_id_project_id_projects_organization_id_id_fk
    FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX alert_channels_project ON alert_channels (organization_id, project_id);
--> statement-breakpoint
CREATE INDEX alert_channels_previous_secret ON alert_channels (previous_secret_expires_at)
  WHERE previous_secret_expires_at IS NOT NULL;
--> statement-breakpoint
CREATE TABLE alert_events (
  organization_id uuid NOT NULL,
  project_id uuid NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  alert_id uuid NOT NULL,
  kind text NOT NULL,
  condition jsonb NOT NULL,
  evidence jsonb NOT NULL,
  occurred_at timestamp with time zone NOT NULL,
  CONSTRAINT alert_events_organization_id_id_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT alert_events_kind CHECK (kind IN ('raised', 'cleared')),
  CONSTRAINT alert_events_organization_id_project_id_projects_organization_id_id_fk
    FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX alert_events_recent ON alert_events (organization_id, project_id, occurred_at DESC NULLS LAST);
--> statement-breakpoint
CREATE TABLE alert_messages (
  organization_id uuid NOT NULL,
  project_id uuid NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  channel_id uuid NOT NULL,
  notices jsonb NOT NULL,
  status text DEFAULT 'pending' NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp with time zone NOT NULL,
  last_error text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  sent_at timestamp with time zone,
  CONSTRAINT alert_messages_organization_id_id_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT alert_messages_status CHECK (status IN ('pending', 'sent', 'failed')),
  CONSTRAINT alert_messages_organization_id_project_id_projects_organization_id_id_fk
    FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT alert_messages_organization_id_channel_id_alert_channels_organization_id_id_fk
    FOREIGN KEY (organization_id, channel_id) REFERENCES alert_channels (organization_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX alert_messages_due ON alert_messages (next_attempt_at)
  WHERE status = 'pending';
--> statement-breakpoint
CREATE INDEX alert_messages_channel ON alert_messages (organization_id, channel_id);
--> statement-breakpoint
-- Project and organization are correlated. Without these statistics, the planner takes the two columns for independent,
-- expects a few rows instead of thousands, and sorts or loops where it should hash.
CREATE STATISTICS daily_answers_project (dependencies) ON organization_id, project_id FROM daily_answers;
--> statement-breakpoint
CREATE STATISTICS daily_brands_project (dependencies) ON organization_id, project_id FROM daily_brands;
--> statement-breakpoint
CREATE STATISTICS daily_domains_project (dependencies) ON organization_id, project_id FROM daily_domains;
--> statement-breakpoint
CREATE STATISTICS daily_queries_project (dependencies) ON organization_id, project_id FROM daily_queries;
--> statement-breakpoint
CREATE STATISTICS daily_aspects_project (dependencies) ON organization_id, project_id FROM daily_aspects;
--> statement-breakpoint
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
SELECT secure_tenant_table(tenant.oid)
FROM pg_class tenant JOIN pg_attribute ON attrelid = tenant.oid AND attname = 'organization_id'
WHERE tenant.relnamespace = 'public'::regnamespace AND tenant.relkind IN ('r', 'p');
--> statement-breakpoint
-- Pages may queue emails about accounts, but not read them.
CREATE POLICY account ON emails FOR INSERT WITH CHECK (organization_id IS NULL);
--> statement-breakpoint
-- Partitions can be read directly, so they need policies of their own. The function runs as the owner of the tables,
-- because the role of the product may not create any.
CREATE FUNCTION ensure_answer_partitions(month date) RETURNS void LANGUAGE plpgsql
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
-- The entries of an organization whose deletion has begun are deleted with it; all others stay as they are.
CREATE FUNCTION reject_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (
    SELECT FROM organizations WHERE id = OLD.organization_id AND deletion_started_at IS NOT NULL
  ) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'The audit log cannot be changed.';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
FOR EACH ROW EXECUTE FUNCTION reject_audit_change();
--> statement-breakpoint
-- A safeguard in addition to the checks of the service: every organization keeps at least one owner.
CREATE FUNCTION keep_an_owner() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  -- Locked first, so that parallel removals are judged one after the other. A deleted organization needs no owner.
  PERFORM FROM organizations WHERE id = OLD.organization_id AND deletion_started_at IS NULL FOR NO KEY UPDATE;
  IF FOUND AND NOT EXISTS (
    SELECT FROM memberships WHERE organization_id = OLD.organization_id AND role = 'owner'
  ) THEN
    RAISE EXCEPTION 'The organization % needs an owner.', OLD.organization_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER memberships_keep_an_owner AFTER UPDATE OR DELETE ON memberships
FOR EACH ROW WHEN (OLD.role = 'owner') EXECUTE FUNCTION keep_an_owner();
